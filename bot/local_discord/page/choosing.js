/** Choosing from a list: the select menus of messages and forms. */

import { el, icon, layerOf, newId, place } from "./dom.js";
import { t } from "./words.js";

const SEARCH_FROM = 11;

/**
 * A select menu. `choices`: [{value, label, description, emoji}]; `chosen`: values to begin with; `least` and `most`:
 * how many. One choice is final at once; several are, when the list is closed by “Done” or a press beside it; Escape
 * takes them back. `changed(values)` is told. Gives `{element, values()}`.
 */
export function selectMenu({ choices, chosen = [], least = 1, most = 1, placeholder, label, disabled = false, changed }) {
  const several = most > 1;
  let values = [...chosen];
  let list = null;

  const face = el("span", { class: "select-face" });
  const button = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      disabled,
    },
    face,
    icon("chevron"),
  );
  const show = () => {
    const picked = choices.filter((choice) => values.includes(choice.value));
    face.replaceChildren(
      ...(picked.length
        ? picked.map((choice) => el("span", { class: several ? "pill" : "" }, emojiOf(choice), choice.label))
        : [el("span", { class: "quiet" }, placeholder)]),
    );
    const picks = picked.map((choice) => choice.label).join(", ");
    button.setAttribute("aria-label", [label ?? placeholder, picks].filter(Boolean).join(": "));
  };
  const close = ({ focus = true } = {}) => {
    list?.end();
    list = null;
    button.setAttribute("aria-expanded", "false");
    if (focus) button.focus();
  };
  const settle = (now, { focus = true } = {}) => {
    const before = values;
    close({ focus });
    if (now.length === before.length && now.every((value) => before.includes(value)) && several) return;
    values = now;
    show();
    changed?.(values);
  };
  const open = () => {
    list = openList({ anchor: button, choices, values, least, most, label: label ?? placeholder, settle, close });
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", list.id);
  };
  button.addEventListener("click", () => (list ? close() : open()));
  button.addEventListener("keydown", (event) => {
    if (!list && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      open();
    }
  });
  show();
  return { element: button, values: () => values };
}

export function emojiOf({ emoji }) {
  if (!emoji?.name) return null;
  return el("span", { class: "emoji", "aria-hidden": "true" }, emoji.id ? `:${emoji.name}: ` : `${emoji.name} `);
}

/** The open list: a panel above everything that has the keyboard until it is closed. */
function openList({ anchor, choices, values, least, most, label, settle, close }) {
  const several = most > 1;
  const picked = new Set(values);
  const id = newId("list");
  const options = choices.map((choice) =>
    el(
      "div",
      { role: "option", class: "choice", id: newId("option"), "aria-selected": String(picked.has(choice.value)) },
      el("span", { class: "choice-text" },
        el("span", {}, emojiOf(choice), choice.label),
        choice.description ? el("span", { class: "quiet" }, choice.description) : null),
      el("span", { class: several ? "box" : "dot", "aria-hidden": "true" }, several ? icon("check") : null),
    ),
  );
  const box = el(
    "div",
    { role: "listbox", id, "aria-label": label, "aria-multiselectable": several ? "true" : null, tabindex: "0" },
    options,
  );
  const nothing = el("p", { class: "quiet nothing", hidden: true }, t("Nothing here has that name."));
  const search = choices.length >= SEARCH_FROM
    ? el("input", { type: "search", placeholder: t("Search"), "aria-label": t("Search: {label}", { label }), "aria-controls": id })
    : null;
  const count = el("span", { class: "quiet", role: "status" });
  const done = several ? el("button", { type: "button", class: "button primary", onclick: () => finish() }, t("Done")) : null;
  const panel = el("div", { class: "floating" }, search, box, nothing, several ? el("div", { class: "several" }, count, done) : null);
  const keeper = search ?? box;
  let active = Math.max(0, choices.findIndex((choice) => picked.has(choice.value)));

  const visible = () => options.filter((option) => !option.hidden);
  const point = (option) => {
    options.forEach((each) => each.classList.toggle("active", each === option));
    active = options.indexOf(option);
    keeper.setAttribute("aria-activedescendant", option?.id ?? "");
    option?.scrollIntoView({ block: "nearest" });
  };
  const tally = () => {
    options.forEach((option, index) => {
      const full = most > 1 && picked.size >= most && !picked.has(choices[index].value);
      option.setAttribute("aria-selected", String(picked.has(choices[index].value)));
      option.setAttribute("aria-disabled", String(full));
    });
    if (!several) return;
    const range = least === most ? `${most}` : least === 0 ? t("up to {most}", { most }) : t("{least} to {most}", { least, most });
    count.textContent = t("{count} chosen of {range}", { count: picked.size, range });
    done.disabled = picked.size < least;
  };
  const inOrder = () => choices.map((choice) => choice.value).filter((value) => picked.has(value));
  const finish = (how) => settle(inOrder(), how);
  const pick = (index) => {
    const { value } = choices[index];
    if (!several) {
      if (least === 0 && picked.has(value)) settle([]);
      else settle([value]);
      return;
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < most) picked.add(value);
    tally();
  };
  options.forEach((option, index) => {
    option.addEventListener("click", () => {
      point(option);
      pick(index);
    });
    option.addEventListener("pointermove", () => point(option));
  });
  search?.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    options.forEach((option, index) => {
      const { label: name, description = "" } = choices[index];
      option.hidden = !`${name} ${description}`.toLowerCase().includes(wanted);
    });
    nothing.hidden = visible().length > 0;
    point(visible()[0]);
  });

  let typed = "";
  let typedAt = 0;
  const keys = (event) => {
    const shown = visible();
    const at = shown.indexOf(options[active]);
    const inList = event.target === keeper;
    if (event.key === "Escape") close();
    else if (event.key === "Tab") {
      if (several) return trap(event);
      close();
      return undefined;
    } else if (!inList) return undefined;
    else if (event.key === "ArrowDown") point(shown[Math.min(at + 1, shown.length - 1)]);
    else if (event.key === "ArrowUp") point(shown[Math.max(at - 1, 0)]);
    else if (event.key === "Home" && !search) point(shown[0]);
    else if (event.key === "End" && !search) point(shown.at(-1));
    else if (event.key === "Enter" || (event.key === " " && !search)) {
      if (shown.length) pick(active);
    } else if (!search && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
      typedAt = event.timeStamp;
      const found = options[choices.findIndex((choice) => choice.label.toLowerCase().startsWith(typed.toLowerCase()))];
      if (found) point(found);
    } else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  };
  const trap = (event) => {
    event.preventDefault();
    const stops = [keeper, done].filter((stop) => !stop.disabled);
    const next = (stops.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1) + stops.length) % stops.length;
    stops[next].focus();
  };
  const outside = (event) => {
    if (panel.contains(event.target) || anchor.contains(event.target)) return;
    if (several && picked.size >= least) finish({ focus: false });
    else close({ focus: false });
  };
  const follow = (event) => {
    if (event.target instanceof Node && panel.contains(event.target)) return;
    if (anchor.isConnected) place(panel, anchor);
    else close({ focus: false });
  };

  panel.addEventListener("keydown", keys);
  document.addEventListener("pointerdown", outside, true);
  window.addEventListener("resize", follow);
  document.addEventListener("scroll", follow, true);
  layerOf(anchor).append(panel);
  tally();
  place(panel, anchor);
  keeper.focus();
  point(options[active]);
  const gone = new MutationObserver(() => {
    if (anchor.isConnected) place(panel, anchor);
    else close({ focus: false });
  });
  gone.observe(document.body, { childList: true, subtree: true });
  return {
    id,
    end() {
      gone.disconnect();
      panel.remove();
      document.removeEventListener("pointerdown", outside, true);
      window.removeEventListener("resize", follow);
      document.removeEventListener("scroll", follow, true);
    },
  };
}
