/** The box at the bottom: plain messages, and slash commands with their options. */

import { act, Refusal } from "./api.js";
import { CommandForm } from "./command-form.js";
import { begun, leaves, localized, matching, readOptions } from "./commands.js";
import { el, icon } from "./dom.js";
import { Suggestions } from "./suggestions.js";
import { t } from "./words.js";

const LONGEST = 2000;
/** Characters of the placeholder that fit on a narrow screen. */
const LONGEST_PLACEHOLDER = 22;

export class Composer {
  #state;
  #suggestions = new Suggestions();
  #line;
  #place;
  #hint;
  #form = null;
  #last = null;
  #busy = false;
  #sending = Promise.resolve();
  #sent;

  /** `box`: where it is put; `sent()`: called after something was sent. */
  constructor({ box, state, sent }) {
    this.#state = state;
    this.#sent = sent;
    this.#line = el("textarea", {
      id: "line",
      rows: "1",
      maxlength: String(LONGEST),
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-describedby": "hint",
      autocomplete: "off",
    });
    this.#place = el("div", { class: "writing" }, this.#line);
    this.#hint = el("p", { id: "hint", role: "status" });
    const slash = el(
      "button",
      { type: "button", class: "plain", "aria-label": t("Commands"), title: t("Commands"), onclick: () => this.begin("/") },
      icon("commands"),
    );
    box.append(
      this.#suggestions.element,
      this.#hint,
      el(
        "form",
        {
          class: "write",
          "aria-label": t("Write"),
          onsubmit: (event) => {
            event.preventDefault();
            this.#submit();
          },
        },
        slash,
        this.#place,
        el("button", { class: "plain send", "aria-label": t("Send") }, icon("send")),
      ),
    );
    this.#line.addEventListener("input", () => this.#typed());
    this.#line.addEventListener("focus", () => this.#typed());
    this.#line.addEventListener("blur", () => this.#suggestions.hide());
    this.#line.addEventListener("keydown", (event) => this.#keys(event));
  }

  /** Name the channel that is written to. */
  setChannel(label, { closed = false } = {}) {
    this.#line.setAttribute("aria-label", label);
    // A browser cuts the placeholder of a text box off without a sign.
    const short = label.length > LONGEST_PLACEHOLDER ? `${label.slice(0, LONGEST_PLACEHOLDER - 1).trimEnd()}…` : label;
    this.#line.placeholder = window.matchMedia("(max-width: 720px)").matches ? short : t("{label}, or type / for commands", { label });
    if (closed) this.#say(t("This thread is archived and locked: commands may still work, messages don't."));
    else if (!this.#form) this.#say("");
  }

  focus() {
    if (this.#form) this.#form.focus();
    else this.#line.focus();
  }

  /** Begin with a text, as if it had been typed. */
  begin(text) {
    this.#leave();
    this.#line.focus();
    this.#line.value = text;
    this.#typed();
  }

  #keys(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!this.#suggestions.take()) this.#submit();
    } else if (event.key === "Tab" && !event.shiftKey && this.#suggestions.active) {
      event.preventDefault();
      this.#suggestions.take();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.#suggestions.move(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
      else if (event.key === "ArrowUp" && !this.#line.value && this.#last) {
        event.preventDefault();
        this.#enter(this.#last.command, this.#last.values);
      }
    } else if (event.key === "Escape" && this.#suggestions.open) {
      event.preventDefault();
      event.stopPropagation();
      this.#suggestions.hide();
    }
  }

  #typed() {
    const text = this.#line.value;
    this.#line.style.height = "";
    this.#line.style.height = `${Math.min(this.#line.scrollHeight, 180)}px`;
    this.#say("");
    if (!text.startsWith("/") || text.includes("\n")) {
      this.#suggestions.hide();
      return;
    }
    const all = leaves(localized(this.#state.usableCommands, this.#state.me.locale));
    const known = begun(all, text);
    if (known) {
      this.#enter(known.command, readOptions(known.command, known.rest));
      return;
    }
    this.#suggestions.show(
      this.#line,
      matching(all, text.slice(1)).map((command) => ({
        title: `/${command.path}`,
        note: command.options.filter((option) => option.required).map((option) => option.name).join(" "),
        detail: command.description,
        command,
      })),
      {
        heading: text === "/" ? t("Commands") : t("Commands matching {text}", { text }),
        nothing: all.length ? t("There is no such command.") : t("The bot has registered no commands yet."),
        pick: ({ command }) => this.#enter(command, {}),
      },
    );
  }

  #enter(command, values) {
    this.#suggestions.hide();
    this.#form = new CommandForm(command, values, {
      state: this.#state,
      suggestions: this.#suggestions,
      channel: () => this.#state.current,
      say: (text, wrong) => this.#say(text, wrong),
      leave: ({ keepName = false } = {}) => {
        this.begin(keepName ? `/${command.path}` : "");
      },
      submit: () => this.#submit(),
    });
    this.#line.value = "";
    this.#place.replaceChildren(this.#form.element);
    this.#form.focus();
  }

  #leave() {
    this.#form = null;
    this.#suggestions.hide();
    this.#place.replaceChildren(this.#line);
    this.#say("");
  }

  async #submit() {
    if (!this.#form) {
      this.#submitText();
      return;
    }
    if (this.#busy) return;
    this.#busy = true;
    try {
      await this.#sendCommand(this.#form);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#say(error.message, true);
    } finally {
      this.#busy = false;
    }
  }

  async #sendCommand(form) {
    const options = form.read();
    if (options === null) return;
    await act(this.#state.me, "slash", { channel: this.#state.current, command: form.command.path, options });
    this.#last = { command: form.command, values: form.values };
    // Someone quick may have begun something else by now.
    if (this.#form === form) {
      this.#leave();
      this.#line.focus();
    }
    this.#sent();
  }

  /** The line is free at once: a user who writes on while a message is under way loses nothing, and order is kept. */
  #submitText() {
    const text = this.#line.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const exact = leaves(localized(this.#state.usableCommands, this.#state.me.locale)).find(({ path }) => `/${path}` === text.toLowerCase());
      if (exact) this.#enter(exact, {});
      else this.#say(t("There is no command {text}. Type / to see which there are.", { text }), true);
      return;
    }
    const message = { channel: this.#state.current, content: this.#withMentions(text) };
    this.#line.value = "";
    this.#typed();
    this.#sending = this.#sending.then(() => this.#sendText(message, text));
  }

  async #sendText(message, text) {
    try {
      await act(this.#state.me, "message", message);
      this.#sent();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Back on the line, unless someone quick has written there again.
      if (!this.#line.value && !this.#form) {
        this.#line.value = text;
        this.#typed();
      }
      this.#say(error.message, true);
    }
  }

  /** "@Bo" calls Bo, as if picked from a list. */
  #withMentions(text) {
    const people = [...this.#state.people.values()].sort((a, b) => b.name.length - a.name.length);
    let out = text;
    for (const person of people) out = out.replaceAll(`@${person.name}`, `<@${person.id}>`);
    return out;
  }

  #say(text, wrong = false) {
    this.#hint.textContent = text;
    this.#hint.classList.toggle("error", wrong);
    this.#hint.setAttribute("role", wrong ? "alert" : "status");
  }
}
