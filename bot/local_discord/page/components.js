/** Message components, of the first kind (rows under a text) and the second (a message made of them). */

import { el, icon, newId } from "./dom.js";
import { emojiOf, selectMenu } from "./choosing.js";
import { insideLink, markdown } from "./markdown.js";
import { file, picture } from "./pictures.js";
import { CHANNEL } from "./state.js";
import { t } from "./words.js";

export const KIND = {
  ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT: 10,
  THUMBNAIL: 11,
  GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
  FILE_UPLOAD: 19,
  RADIO_GROUP: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23,
};

const SELECTS = [
  KIND.STRING_SELECT,
  KIND.USER_SELECT,
  KIND.ROLE_SELECT,
  KIND.MENTIONABLE_SELECT,
  KIND.CHANNEL_SELECT,
];
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

export const isSelect = (kind) => SELECTS.includes(kind);

/** What can be chosen in a menu of any kind, and what is chosen in it from the start. */
export function menuChoices(component, state) {
  if (component.type === KIND.STRING_SELECT) {
    return {
      choices: component.options,
      chosen: component.options.filter((option) => option.default).map((option) => option.value),
    };
  }
  const people = () =>
    [...state.people.values()].map((person) => ({
      value: person.id,
      label: person.name,
      description: person.bot ? "App" : undefined,
    }));
  const roles = () => state.guild.roles.map((role) => ({ value: role.id, label: role.name }));
  const channels = () =>
    [...state.channels.values()]
      .filter((channel) => channel.type !== CHANNEL.DIRECT)
      .filter((channel) => !component.channel_types?.length || component.channel_types.includes(channel.type))
      .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  const choices = {
    [KIND.USER_SELECT]: people,
    [KIND.ROLE_SELECT]: roles,
    [KIND.MENTIONABLE_SELECT]: () => [...people(), ...roles()],
    [KIND.CHANNEL_SELECT]: channels,
  }[component.type]();
  return { choices, chosen: (component.default_values ?? []).map((value) => value.id) };
}

const PLACEHOLDERS = {
  [KIND.STRING_SELECT]: "Make a selection",
  [KIND.USER_SELECT]: "Select a person",
  [KIND.ROLE_SELECT]: "Select a role",
  [KIND.MENTIONABLE_SELECT]: "Select a person or role",
  [KIND.CHANNEL_SELECT]: "Select a channel",
};

/** A menu by its description; `changed(values)` is told what was chosen. */
export function menu(component, state, { label, changed }) {
  return selectMenu({
    ...menuChoices(component, state),
    least: component.min_values ?? 1,
    most: component.max_values ?? 1,
    placeholder: component.placeholder ?? t(PLACEHOLDERS[component.type]),
    label,
    disabled: component.disabled,
    changed,
  });
}

/**
 * Draw a message's components. `desk` has `state`, `context` (for markdown), `use(message, component, values)`,
 * `isPending(message, component)`.
 */
export function components(message, desk) {
  return message.components.map((component) => draw(component, message, desk));
}

function draw(component, message, desk) {
  const inner = () => component.components.map((part) => draw(part, message, desk));
  switch (component.type) {
    case KIND.ROW:
      return el("div", { class: "row" }, inner());
    case KIND.BUTTON:
      return button(component, message, desk);
    case KIND.TEXT:
      return el("div", { class: "markdown" }, markdown(component.content, desk.context));
    case KIND.SECTION: {
      const text = el("div", { class: "section-text", id: newId("section") }, inner());
      const accessory = draw(component.accessory, message, desk);
      // Several buttons are called "Play": who only hears them needs the card as well.
      if (component.accessory.type === KIND.BUTTON) accessory.setAttribute("aria-describedby", text.id);
      return el("div", { class: "section" }, text, el("div", { class: "accessory" }, accessory));
    }
    case KIND.THUMBNAIL:
      return picture(component.media, { label: component.description, spoiler: component.spoiler, kind: "thumbnail" });
    case KIND.GALLERY:
      return el(
        "div",
        { class: `gallery gallery-${Math.min(component.items.length, 4)}` },
        component.items.map((item) => picture(item.media, { label: item.description, spoiler: item.spoiler })),
      );
    case KIND.FILE:
      return namedFile(component, message);
    case KIND.SEPARATOR:
      return el("hr", {
        class: `${component.divider === false ? "bare" : ""} ${component.spacing === 2 ? "wide" : ""}`.trim(),
        "aria-hidden": component.divider === false ? "true" : null,
      });
    case KIND.CONTAINER:
      return container(component, inner());
    default:
      return isSelect(component.type) ? select(component, message, desk) : el("p", { class: "quiet" }, t("Something that this page can't show."));
  }
}

function container(component, children) {
  const box = el("div", { class: component.spoiler ? "container covered" : "container" }, children);
  if (component.accent_color !== null && component.accent_color !== undefined) {
    box.style.setProperty("--accent", `#${component.accent_color.toString(16).padStart(6, "0")}`);
    box.classList.add("accented");
  }
  if (!component.spoiler) return box;
  box.inert = true;
  const cover = el("button", { type: "button", class: "button secondary uncover" }, t("Spoiler: press to show"));
  const whole = el("div", { class: "spoiler-box" }, box, cover);
  cover.addEventListener("click", () => {
    box.inert = false;
    box.classList.remove("covered");
    cover.remove();
  });
  return whole;
}

function namedFile(component, message) {
  const attached = message.attachments.find((each) => each.id === component.file.attachment_id);
  const name = attached?.filename ?? component.name ?? decodeURIComponent(new URL(component.file.url).pathname.split("/").at(-1));
  return file({
    url: component.file.url,
    filename: name,
    size: attached?.size ?? component.size,
    content_type: component.file.content_type,
    description: attached?.description,
  });
}

function button(component, message, desk) {
  const style = STYLES[component.style] ?? "secondary";
  const label = [emojiOf(component), component.label ?? null];
  const bare = component.label ? null : component.emoji?.name;
  if (component.style === 5) {
    const inside = insideLink(component.url);
    if (inside && desk.context.channel(inside[0]) && !component.disabled) {
      return el(
        "button",
        { type: "button", class: "button link", "aria-label": bare, onclick: () => desk.context.open(...inside) },
        label,
      );
    }
    return el(
      "a",
      {
        class: "button link",
        href: component.disabled ? null : component.url,
        role: component.disabled ? "link" : null,
        "aria-disabled": component.disabled ? "true" : null,
        "aria-label": bare,
        target: "_blank",
        rel: "noopener noreferrer",
      },
      label,
      icon("out"),
    );
  }
  const pending = desk.isPending(message, component);
  return el(
    "button",
    {
      type: "button",
      class: `button ${style}${pending ? " pending" : ""}`,
      disabled: component.disabled,
      "aria-label": bare,
      "aria-busy": pending ? "true" : null,
      "data-control": component.custom_id,
      onclick: () => desk.use(message, component),
    },
    el("span", {}, label),
  );
}

/** What the menus of messages were drawn from, by their elements. */
const drawnFrom = new WeakMap();

/**
 * Let a list that is open stay open when its message is drawn again, if it is still the same menu: a user who is choosing
 * loses neither the list nor what they have chosen so far.
 */
export function keepOpen(before, after) {
  const open = before.querySelector('.select[aria-expanded="true"]');
  if (!open) return;
  const again = after.querySelector(`[data-control="${CSS.escape(open.dataset.control)}"]`);
  if (!again || drawnFrom.get(again) !== drawnFrom.get(open)) return;
  again.replaceWith(open);
}

function select(component, message, desk) {
  const pending = desk.isPending(message, component);
  const { element } = menu(component, desk.state, { changed: (values) => desk.use(message, component, values) });
  element.dataset.control = component.custom_id;
  drawnFrom.set(element, JSON.stringify(component));
  element.classList.toggle("pending", pending);
  if (pending) element.setAttribute("aria-busy", "true");
  return element;
}
