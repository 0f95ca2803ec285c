/** One message as Discord shows it: who, when, what, and below it what can be pressed. */

import { avatar, el, icon } from "./dom.js";
import { components } from "./components.js";
import { markdown, plainText } from "./markdown.js";
import { attachment, picture } from "./pictures.js";
import { written } from "./times.js";
import { t } from "./words.js";

const MADE_OF_COMPONENTS = 1 << 15;
const GROUP_MILLISECONDS = 7 * 60 * 1000;

/** Whether a message stands under the same name as the one before it. */
export function continues(before, message) {
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    !before.ephemeral &&
    !message.ephemeral &&
    !message.interaction_metadata &&
    !message.message_reference &&
    new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MILLISECONDS
  );
}

/**
 * Draw a message. `desk` is what `components` needs, and `dismiss(message)`, `failure(message)` (a sentence or null),
 * `find(id)` (a message of the same channel), `jump(id)`.
 */
export function messageElement(message, { grouped, desk }) {
  const { state, context } = desk;
  const { author, moment, when } = origin(message, desk);
  const calls = state.callsMe(message, null);
  const article = el("article", {
    class: ["message", grouped && "grouped", message.ephemeral && "ephemeral", calls && "calls"].filter(Boolean).join(" "),
    "data-id": message.id,
    tabindex: "-1",
    "aria-label": `${author.name}, ${when}`,
  });
  article.append(
    ...above(message, desk),
    grouped ? el("span", { class: "when-grouped", "aria-hidden": "true" }, written(moment, moment, context.locale)) : avatar(author),
    el(
      "div",
      { class: "body" },
      grouped ? null : who(message, desk),
      content(message, desk, grouped),
      below(message, desk),
    ),
  );
  return article;
}

/**
 * Let a drawn message that stood under another one's name have its own. All else in it stays the very element that it
 * was: someone may be at it with the keyboard, a finger or an open list.
 */
export function giveName(article, message, desk) {
  article.classList.remove("grouped");
  article.querySelector(":scope > .when-grouped")?.replaceWith(avatar(origin(message, desk).author));
  article.querySelector(":scope > .body > .made > .edited")?.remove();
  article.querySelector(":scope > .body").prepend(who(message, desk));
}

function origin(message, { state, context }) {
  const moment = new Date(message.timestamp);
  return { author: state.person(message.author.id), moment, when: written(moment, state.now(), context.locale) };
}

function who(message, desk) {
  const { author, moment, when } = origin(message, desk);
  return el(
    "header",
    { class: "who" },
    el("button", { type: "button", class: "name", "aria-label": t("Menu of {name}", { name: author.name }), onclick: () => desk.openPerson(author) }, author.name),
    author.bot ? el("span", { class: "app" }, "APP") : null,
    el("time", { datetime: message.timestamp, title: moment.toLocaleString(desk.context.locale) }, when),
    isMade(message) ? editedMark(message, desk) : null,
  );
}

function isMade(message) {
  return Boolean(message.flags & MADE_OF_COMPONENTS);
}

function editedMark(message, desk) {
  if (!message.edited_timestamp) return null;
  return el("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString(desk.context.locale) }, t("(edited)"));
}

function above(message, desk) {
  const used = message.interaction_metadata;
  if (used?.name) {
    const person = desk.state.person(used.user.id);
    return [
      el(
        "p",
        { class: "over" },
        avatar(person, { small: true }),
        el("span", { class: "name" }, person.name),
        t(" used "),
        el("span", { class: "mention" }, used.name === used.name.toLowerCase() ? `/${used.name}` : used.name),
      ),
    ];
  }
  if (!message.message_reference) return [];
  const quoted = desk.find(message.message_reference.message_id);
  if (!quoted) return [el("p", { class: "over" }, icon("reply"), el("em", {}, t("The message that this answers is gone.")))];
  const person = desk.state.person(quoted.author.id);
  return [
    el(
      "p",
      { class: "over" },
      icon("reply"),
      avatar(person, { small: true }),
      el(
        "button",
        { type: "button", class: "quoted", onclick: () => desk.jump(quoted.id) },
        el("span", { class: "name" }, person.name),
        " ",
        excerpt(quoted, desk.context),
      ),
    ),
  ];
}

/** The first words of a message, wherever they stand in it. */
export function excerpt(message, context) {
  const texts = [message.content];
  const walk = (parts) => {
    for (const part of parts ?? []) {
      if (part.content) texts.push(part.content);
      walk(part.components);
    }
  };
  walk(message.components);
  const words = plainText(texts.filter(Boolean).join("\n"), context);
  return words ? words.slice(0, 140) : t("a message without words");
}

/** What a message says. One made of components says beside its name that it was edited, where a line is not needed for it. */
function content(message, desk, grouped) {
  if (message.loading) {
    const bot = desk.state.person(message.author.id).name;
    return el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), t("{bot} is thinking…", { bot }));
  }
  if (isMade(message)) {
    return el("div", { class: "made" }, components(message, desk), grouped ? editedMark(message, desk) : null);
  }
  const edited = editedMark(message, desk);
  const text = message.content ? markdown(message.content, desk.context) : [];
  if (edited) (text.at(-1)?.tagName === "P" ? text.at(-1) : { append: (mark) => text.push(mark) }).append(" ", edited);
  return [
    text.length ? el("div", { class: "markdown" }, text) : null,
    message.attachments.length ? el("div", { class: "attachments" }, message.attachments.map(attachment)) : null,
    message.embeds.map((embed) => embedElement(embed, desk.context)),
    message.components.length ? el("div", { class: "made" }, components(message, desk)) : null,
  ];
}

/** What became of a press that came to nothing, or null. */
export function failureElement(sentence) {
  return sentence ? el("p", { class: "failed", role: "alert" }, sentence) : null;
}

function below(message, desk) {
  const thread = message.thread && desk.state.channels.get(message.thread.id);
  return [
    failureElement(desk.failure(message)),
    thread
      ? el(
          "button",
          { type: "button", class: "thread-card", onclick: () => desk.context.open(thread.id) },
          icon("thread"),
          el("span", {}, el("strong", {}, thread.name), el("span", { class: "quiet" }, t("Open the thread"))),
        )
      : null,
    message.ephemeral && !message.loading
      ? el(
          "p",
          { class: "only-you" },
          icon("eye"),
          t("Only you can see this · "),
          el("button", { type: "button", class: "textual", onclick: () => desk.dismiss(message) }, t("Dismiss message")),
        )
      : null,
  ];
}

function embedElement(embed, context) {
  const link = (address, label) =>
    address ? el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label) : label;
  const box = el(
    "div",
    { class: "embed" },
    el(
      "div",
      { class: "embed-text" },
      embed.author ? el("p", { class: "embed-author" }, link(embed.author.url, embed.author.name)) : null,
      embed.title ? el("h4", {}, link(embed.url, markdown(embed.title, context).flatMap((part) => [...part.childNodes]))) : null,
      embed.description ? el("div", { class: "markdown" }, markdown(embed.description, context)) : null,
      embed.fields?.length
        ? el(
            "dl",
            {},
            embed.fields.map((field) =>
              el(
                "div",
                { class: field.inline ? "inline" : "" },
                el("dt", {}, markdown(field.name, context)),
                el("dd", {}, markdown(field.value, context)),
              ),
            ),
          )
        : null,
    ),
    embed.thumbnail ? picture(embed.thumbnail, { label: embed.thumbnail.description, kind: "thumbnail" }) : null,
    embed.image ? picture(embed.image, { label: embed.image.description }) : null,
    embed.footer || embed.timestamp
      ? el(
          "p",
          { class: "embed-footer" },
          [embed.footer?.text, embed.timestamp && new Date(embed.timestamp).toLocaleString(context.locale)].filter(Boolean).join(" · "),
        )
      : null,
  );
  if (embed.color) box.style.setProperty("--accent", `#${embed.color.toString(16).padStart(6, "0")}`);
  return box;
}
