/** Building pieces of the page. Text always goes in as text, never as HTML. */

/**
 * Make an element. Attributes: `on…` is a listener, `class` and the rest are attributes, true is an empty one,
 * null, undefined and false leave it out. Children: nodes and texts, lists of them; null and false are left out.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}

const SHAPES = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  hash: "M9 4L7 20M17 4l-2 16M4 9h17M3 15h17",
  thread: "M5 4v9a4 4 0 0 0 4 4h10M15 13l4 4-4 4",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  send: "M4 12l16-8-6 16-3-7-7-1z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  down: "M12 4v15M5 13l7 7 7-7",
  save: "M12 4v10M7 10l5 5 5-5M5 20h14",
  check: "M5 13l5 5 9-11",
  plus: "M12 5v14M5 12h14",
  chevron: "M6 9l6 6 6-6",
  leave: "M9 5H5v14h4M13 8l4 4-4 4M17 12H9",
  reply: "M4 20v-5a6 6 0 0 1 6-6h9M15 5l4 4-4 4",
  commands: "M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM14 8l-4 8",
  out: "M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9",
};

/** A small drawing that says nothing by itself; whatever it stands on needs a name. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** A round picture for someone: their first letter on a colour of their own, or a moon for the bot. */
export function avatar(person, { small = false } = {}) {
  let sum = 0;
  for (const letter of person.name) sum = (sum * 31 + letter.codePointAt(0)) % 997;
  const shade = person.bot ? "avatar-bot" : `avatar-${sum % 6}`;
  const face = el("span", { class: `avatar ${shade}${small ? " small" : ""}`, "aria-hidden": "true" });
  if (person.bot) face.append(el("span", { class: "moon" }));
  else face.append([...person.name][0]?.toUpperCase() ?? "?");
  return face;
}

let numbers = 0;

/** An id that no other element has. */
export function newId(prefix) {
  numbers += 1;
  return `${prefix}-${numbers}`;
}

/** The dialogue that an element stands in, or the page's body: where what floats above it belongs. */
export function layerOf(element) {
  return element.closest("dialog") ?? document.body;
}

/** Put a floating panel under its anchor, or above it where there is more room. */
export function place(panel, anchor) {
  const box = anchor.getBoundingClientRect();
  const gap = 4;
  const below = window.innerHeight - box.bottom - gap * 2;
  const above = box.top - gap * 2;
  const up = below < Math.min(panel.scrollHeight, 280) && above > below;
  const width = Math.min(Math.max(box.width, 220), window.innerWidth - 16);
  panel.style.width = `${width}px`;
  panel.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
  panel.style.maxHeight = `${Math.max(120, Math.min(up ? above : below, 380))}px`;
  panel.style.top = up ? "" : `${box.bottom + gap}px`;
  panel.style.bottom = up ? `${window.innerHeight - box.top + gap}px` : "";
}
