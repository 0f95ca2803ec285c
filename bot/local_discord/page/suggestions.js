/** The list above the message box: commands, choices, people. The keyboard stays in the field that it is for. */

import { el, newId } from "./dom.js";

export class Suggestions {
  #box;
  #entries = [];
  #active = -1;
  #input = null;
  #pick = null;

  constructor() {
    this.#box = el("div", { class: "suggestions", hidden: true });
    // A press here must not take the keyboard out of the field.
    this.#box.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get element() {
    return this.#box;
  }

  get open() {
    return !this.#box.hidden;
  }

  /** The entry that Enter would take, or null. */
  get active() {
    return this.#entries[this.#active] ?? null;
  }

  /**
   * Offer entries [{title, detail, note}] for a field. `pick(entry)` is called for the one that is taken; with
   * `first`, the first is offered to Enter at once. Without entries, `nothing` is said instead.
   */
  show(input, entries, { heading, nothing, first = true, pick }) {
    if (this.#input && this.#input !== input) this.hide();
    this.#input = input;
    this.#entries = entries;
    this.#pick = pick;
    const id = newId("suggestions");
    const options = entries.map((entry, index) =>
      el(
        "div",
        {
          role: "option",
          id: `${id}-${index}`,
          class: "suggestion",
          "aria-selected": "false",
          onclick: () => pick(entry),
          onpointermove: () => this.#point(index),
        },
        el("span", { class: "suggestion-title" }, entry.title),
        entry.note ? el("span", { class: "quiet note" }, entry.note) : null,
        entry.detail ? el("span", { class: "quiet detail" }, entry.detail) : null,
      ),
    );
    this.#box.replaceChildren(
      el("p", { class: "heading", "aria-hidden": "true" }, heading),
      entries.length
        ? el("div", { role: "listbox", id, "aria-label": heading }, options)
        : el("p", { class: "quiet nothing", role: "status" }, nothing),
    );
    this.#box.hidden = !entries.length && !nothing;
    input.setAttribute("aria-expanded", String(entries.length > 0));
    if (entries.length) input.setAttribute("aria-controls", id);
    this.#point(first && entries.length ? 0 : -1);
  }

  hide() {
    this.#box.hidden = true;
    this.#entries = [];
    this.#active = -1;
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
    this.#input?.removeAttribute("aria-controls");
    this.#input = null;
  }

  /** Move the offer by one, round the ends. */
  move(step) {
    const count = this.#entries.length;
    if (!count) return false;
    this.#point(this.#active < 0 ? (step > 0 ? 0 : count - 1) : (this.#active + step + count) % count);
    return true;
  }

  /** Take what is offered, if anything is. */
  take() {
    const entry = this.active;
    if (entry) this.#pick(entry);
    return entry !== null;
  }

  #point(index) {
    this.#active = index;
    this.#box.querySelectorAll('[role="option"]').forEach((option, each) => {
      option.setAttribute("aria-selected", String(each === index));
      option.classList.toggle("active", each === index);
      if (each !== index) return;
      option.scrollIntoView({ block: "nearest" });
      this.#input?.setAttribute("aria-activedescendant", option.id);
    });
    if (index < 0) this.#input?.removeAttribute("aria-activedescendant");
  }
}
