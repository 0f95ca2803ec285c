/** Discord's markdown as elements: what a message says, with mentions and times. Nothing becomes HTML. */

import { el } from "./dom.js";
import { timeElement } from "./times.js";
import { t } from "./words.js";

/**
 * What the text may point at. `context` has `person(id)`, `channel(id)`, `me`, `now()`, `locale`, and `open(channel,
 * message)`, `command(path)`: what pressing a link or command does.
 */
export function markdown(text, context) {
  return blocks(text.split("\n"), context);
}

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;

function blocks(lines, context) {
  const out = [];
  let paragraph = [];
  const flush = () => {
    // The line breaks around a block belong to the block.
    while (paragraph.length && !paragraph.at(-1).trim()) paragraph.pop();
    while (paragraph.length && !paragraph[0].trim()) paragraph.shift();
    if (paragraph.length) out.push(el("p", {}, inline(paragraph.join("\n"), context)));
    paragraph = [];
  };
  let index = 0;
  while (index < lines.length) {
    const line = lines[index];
    const fence = fenced(lines, index);
    const heading = HEADING.exec(line);
    if (fence) {
      if (fence.before) paragraph.push(fence.before);
      flush();
      out.push(el("pre", { tabindex: "0" }, el("code", {}, fence.code)));
      if (fence.after) lines.splice(fence.end + 1, 0, fence.after);
      index = fence.end + 1;
    } else if (line.startsWith(">>> ")) {
      flush();
      out.push(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(index + 1)], context)));
      index = lines.length;
    } else if (/^>\s/.test(line)) {
      flush();
      const quoted = [];
      while (index < lines.length && /^>(\s|$)/.test(lines[index])) quoted.push(lines[index++].slice(2));
      out.push(el("blockquote", {}, blocks(quoted, context)));
    } else if (heading) {
      flush();
      out.push(el(`h${heading[1].length + 2}`, {}, inline(heading[2], context)));
      index += 1;
    } else if (line.startsWith("-# ")) {
      flush();
      out.push(el("p", { class: "subtext" }, inline(line.slice(3), context)));
      index += 1;
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (index < lines.length && (ITEM.test(lines[index]) || (/^\s{2,}\S/.test(lines[index]) && items.length))) {
        const item = ITEM.exec(lines[index]);
        if (item && items.length && item[1].length <= items[0].depth && isNumber(item[2]) !== isNumber(items[0].mark)) break;
        if (item) items.push({ depth: item[1].length, mark: item[2], text: item[3] });
        else items.at(-1).text += `\n${lines[index].trim()}`;
        index += 1;
      }
      out.push(list(items, context));
    } else {
      paragraph.push(line);
      index += 1;
    }
  }
  flush();
  return out;
}

const isNumber = (mark) => /\d/.test(mark);

function fenced(lines, index) {
  const at = lines[index].indexOf("```");
  if (at < 0) return null;
  const before = lines[index].slice(0, at);
  const rest = [lines[index].slice(at + 3), ...lines.slice(index + 1)].join("\n");
  const close = rest.indexOf("```");
  if (close < 0) return null;
  const language = /^[\w+-]*\n/.exec(rest)?.[0] ?? "";
  const body = rest.slice(0, close);
  return {
    before,
    code: (body.startsWith(language) ? body.slice(language.length) : body).replace(/^\n|\n$/g, ""),
    after: rest.slice(close + 3).split("\n")[0],
    end: index + body.split("\n").length - 1,
  };
}

function list(items, context) {
  const ordered = isNumber(items[0].mark);
  const root = el(ordered ? "ol" : "ul", { start: ordered ? parseInt(items[0].mark, 10) : null });
  if (ordered) root.style.paddingLeft = `${String(parseInt(items[0].mark, 10) + items.length).length + 2}ch`;
  const depth = items[0].depth;
  let index = 0;
  while (index < items.length) {
    const entry = el("li", {}, inline(items[index].text, context));
    const inner = [];
    index += 1;
    while (index < items.length && items[index].depth > depth) inner.push(items[index++]);
    if (inner.length) entry.append(list(inner, context));
    root.append(entry);
  }
  return root;
}

const wrap = (tag) => (match, context) => el(tag, {}, inline(match[1], context));

// In the order in which they are tried; each only where the text stands.
const INLINE = [
  [/\\([!-/:-@[-`{-~])/y, (match) => match[1]],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, (match) => el("code", {}, match[2].replace(/^ (.+) $/, "$1"))],
  [/<@!?(\d+)>/y, (match, context) => mention(match[1], context)],
  [/<@&(\d+)>/y, () => el("span", { class: "mention" }, "@role")],
  [/<#(\d+)>/y, (match, context) => channelLink(match[1], null, context)],
  [/<\/([^:>]+):\d+>/y, (match, context) => commandLink(match[1], context)],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (match, context) =>
    timeElement(new Date(Number(match[1]) * 1000), match[2] ?? "f", context.now(), context.locale)],
  [/<a?(:\w+:)\d+>/y, (match) => match[1]],
  [/@(everyone|here)\b/y, (match) => el("span", { class: "mention" }, match[0])],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"([^"]*)")?\)/y, (match, context) =>
    link(match[2], inline(match[1], context), context, match[3])],
  [/<(https?:\/\/[^\s>]+)>/y, (match, context) => link(match[1], match[1], context)],
  [/https?:\/\/[^\s<]+[^\s<.,:;"')\]*_~|]/y, (match, context) => link(match[0], match[0], context)],
  [/\*\*\*(?!\s)([\s\S]+?)\*\*\*(?!\*)/y, (match, context) => el("strong", {}, el("em", {}, inline(match[1], context)))],
  [/\*\*(?!\s)((?:\\[\s\S]|[\s\S])+?)\*\*(?!\*)/y, wrap("strong")],
  [/__((?:\\[\s\S]|[\s\S])+?)__(?!_)/y, wrap("u")],
  [/~~([\s\S]+?)~~/y, wrap("s")],
  [/\|\|([\s\S]+?)\|\|/y, (match, context) => spoiler(inline(match[1], context))],
  [/\*(?![\s*])((?:\*\*[\s\S]+?\*\*|\\[\s\S]|[^*\\])*?[^\s*\\])\*(?!\*)/y, wrap("em")],
  [/(?<![A-Za-z0-9])_(?![\s_])((?:__[\s\S]+?__|\\[\s\S]|[^_\\])*?[^\s_\\])_(?![A-Za-z0-9_])/y, wrap("em")],
];

function inline(text, context) {
  const out = [];
  let plain = "";
  let index = 0;
  outer: while (index < text.length) {
    if (/[\\`<@[h*_~|]/.test(text[index])) {
      for (const [pattern, make] of INLINE) {
        pattern.lastIndex = index;
        const match = pattern.exec(text);
        if (!match) continue;
        // Making may read text inside with the same pattern, so where it ended is noted first.
        const end = pattern.lastIndex;
        if (plain) out.push(plain);
        plain = "";
        out.push(make(match, context));
        index = end;
        continue outer;
      }
    }
    plain += text[index];
    index += 1;
  }
  if (plain) out.push(plain);
  return out.flat(Infinity);
}

function mention(id, context) {
  const mine = id === context.me.id;
  return el("span", { class: mine ? "mention mine" : "mention" }, `@${context.person(id).name}`);
}

function channelLink(channelId, messageId, context) {
  const channel = context.channel(channelId);
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  const label = messageId ? `#${channel} › message` : `#${channel}`;
  return el("button", { type: "button", class: "mention", onclick: () => context.open(channelId, messageId) }, label);
}

function commandLink(path, context) {
  return el("button", { type: "button", class: "mention", onclick: () => context.command(path) }, `/${path}`);
}

const MESSAGE_LINK = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** Where a link leads inside the table, as [channel, message or undefined], or null when it leads out. */
export function insideLink(address) {
  const match = MESSAGE_LINK.exec(address);
  return match ? [match[1], match[2]] : null;
}

function link(address, label, context, title) {
  const inside = insideLink(address);
  if (inside && context.channel(inside[0])) {
    if (label === address) return channelLink(inside[0], inside[1], context);
    return el("button", { type: "button", class: "mention", title, onclick: () => context.open(...inside) }, label);
  }
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer", title }, label);
}

function spoiler(children) {
  const cover = el("button", { type: "button", class: "spoiler", "aria-label": t("Spoiler: press to show") }, el("span", {}, children));
  cover.addEventListener("click", () => cover.replaceWith(el("span", { class: "shown-spoiler" }, children)), { once: true });
  return cover;
}

/** The text without its markup, on one line: for previews. */
export function plainText(text, context) {
  return el("div", {}, markdown(text, context)).textContent.replace(/\s+/g, " ").trim();
}
