/** The messages of the channel that is open, kept in order: at what is new, unless the reader went elsewhere. */

import { keepOpen } from "./components.js";
import { el, icon } from "./dom.js";
import { continues, failureElement, giveName, messageElement } from "./message.js";
import { later } from "./state.js";
import { day, refresh } from "./times.js";
import { t } from "./words.js";

const NEAR = 48;
/** Pixels left above what is shown from its beginning. */
const ABOVE = 8;

export class Log {
  #box;
  #list = el("div", { class: "list" });
  #state;
  #desk;
  #present;
  /** How far down the box was last set by itself. */
  #set = 0;
  #channel = null;
  #stuck = true;
  /** The message whose beginning is shown while stuck, as it is taller than the screen; null: the end is. */
  #top = null;
  /** Whether something was pressed here, and the reader has stayed there since. */
  #awaits = false;
  #unseen = 0;
  #newFrom = null;

  /** `box`: the scrolling element; `present`: the button back to the newest message; `desk`: see `messageElement`. */
  constructor({ box, present, state, desk }) {
    this.#box = box;
    this.#state = state;
    this.#desk = desk;
    this.#present = present;
    box.append(this.#list);
    box.addEventListener("scroll", () => {
      // The event of one's own scrolling comes when messages may have grown since: that is nobody reading further up.
      if (this.#stuck && Math.abs(box.scrollTop - this.#set) < 1) return this.#showPresent();
      const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      if (isAtEnd && this.#place < box.scrollTop - 1) this.#top = null;
      this.#stuck = isAtEnd || Math.abs(box.scrollTop - this.#place) <= 1;
      if (this.#stuck) this.#unseen = 0;
      this.#showPresent();
    });
    // A user who scrolls no longer waits for the result of their press.
    for (const gesture of ["wheel", "touchmove", "keydown"]) {
      box.addEventListener(gesture, () => (this.#awaits = false), { passive: true });
    }
    // Pictures arrive and the box changes its height; a user at the newest message stays there.
    const observer = new ResizeObserver(() => this.#settle());
    observer.observe(box);
    observer.observe(this.#list);
    present.addEventListener("click", () => {
      this.toBottom();
      this.#box.focus();
    });
  }

  /** Whether the newest message is in sight. */
  get atBottom() {
    return this.#stuck;
  }

  /** Show a channel from its newest message; `intro` is what stands above the first. */
  show(channel, intro) {
    const state = this.#state;
    this.#channel = channel;
    this.#stuck = true;
    this.#top = null;
    this.#awaits = false;
    this.#unseen = 0;
    const read = state.lastRead(channel);
    const messages = state.shown(channel);
    const fresh = messages.find((message) => read && later(message.id, read) && message.author.id !== state.me.id);
    this.#newFrom = fresh?.id ?? null;
    // Changing the room is not news: it is not read out.
    this.#box.setAttribute("aria-live", "off");
    this.#list.replaceChildren(intro ?? "");
    messages.forEach((message, index) => this.#list.append(...this.#pieces(message, messages[index - 1])));
    this.#settle();
    this.#showPresent();
    requestAnimationFrame(() => this.#box.setAttribute("aria-live", "polite"));
  }

  /** Show a message that is new or was changed. */
  put(message) {
    if (this.#state.isDismissed(message.id)) return;
    const known = this.#find(message.id);
    const messages = this.#state.shown(this.#channel);
    const index = messages.findIndex((each) => each.id === message.id);
    if (known) {
      const focus = document.activeElement;
      const control = known.contains(focus) ? focus.dataset.control ?? "" : null;
      const fresh = messageElement(message, { grouped: known.classList.contains("grouped"), desk: this.#desk });
      keepPictures(known, fresh);
      keepOpen(known, fresh);
      known.replaceWith(fresh);
      if (control !== null) this.#refocus(fresh, control);
      if (this.#stuck && fresh === this.#list.lastElementChild) this.#top = fresh;
    } else {
      const next = messages.slice(index + 1).map((each) => this.#find(each.id)).find(Boolean);
      const pieces = this.#pieces(message, messages[index - 1]);
      if (next) next.before(...pieces);
      else this.#list.append(...pieces);
      // One's own words, and answers to what one has just pressed, are what one waits for.
      if (message.author.id === this.#state.me.id || (message.ephemeral && this.#awaits)) this.#stuck = true;
      else if (!this.#stuck) this.#unseen += 1;
      if (this.#stuck && !next) this.#top = pieces.at(-1);
    }
    this.#settle();
    this.#showPresent();
  }

  /** Take a message away. */
  drop(id) {
    const node = this.#find(id);
    if (!node) return;
    const next = node.nextElementSibling;
    if (node.contains(document.activeElement)) this.#box.focus();
    node.remove();
    // Who stood under the name of the lost message gets a name again.
    if (next?.classList.contains("grouped")) {
      const messages = this.#state.shown(this.#channel);
      const index = messages.findIndex((each) => each.id === next.dataset.id);
      if (!continues(messages[index - 1], messages[index])) giveName(next, messages[index], this.#desk);
    }
  }

  /** Bring one into sight and to the keyboard. */
  jump(id) {
    const node = this.#find(id);
    if (!node) return;
    this.#stuck = false;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("found");
    requestAnimationFrame(() => node.classList.add("found"));
  }

  /** Draw a message again as it is now. */
  again(id) {
    const message = this.#state.messages.get(this.#channel)?.get(id);
    if (message) this.put(message);
  }

  /** Show how far what was pressed in a message has come, and leave everything else in it alone. */
  showState(id) {
    const node = this.#find(id);
    const message = this.#state.messages.get(this.#channel)?.get(id);
    if (!node || !message) return;
    for (const control of node.querySelectorAll("[data-control]")) {
      const waits = this.#desk.isPending(message, { custom_id: control.dataset.control });
      control.classList.toggle("pending", waits);
      if (waits) control.setAttribute("aria-busy", "true");
      else control.removeAttribute("aria-busy");
    }
    node.querySelector(".message > .body > .failed")?.remove();
    const failure = failureElement(this.#desk.failure(message));
    if (failure) node.querySelector(".body").append(failure);
    this.#settle();
  }

  /** Someone pressed something near the end: what comes of it is followed, however tall it is. */
  follow() {
    this.#awaits = true;
    const { scrollHeight, scrollTop, clientHeight } = this.#box;
    if (scrollHeight - scrollTop - clientHeight < clientHeight / 2) this.#stuck = true;
  }

  toBottom() {
    this.#stuck = true;
    this.#top = null;
    this.#unseen = 0;
    this.#settle();
    this.#showPresent();
  }

  /** Add something to the end that is no message: the fate of a command. */
  note(element) {
    this.#list.append(element);
    this.#settle();
  }

  refreshTimes() {
    refresh(this.#list, this.#state.now(), this.#state.me.locale);
  }

  #find(id) {
    return this.#list.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  #pieces(message, before) {
    const moment = new Date(message.timestamp);
    const newDay = !before || new Date(before.timestamp).toDateString() !== moment.toDateString();
    const isNew = message.id === this.#newFrom;
    const grouped = !newDay && !isNew && continues(before, message);
    return [
      newDay ? el("div", { class: "rule" }, el("span", {}, day(moment, this.#state.me.locale))) : null,
      isNew ? el("div", { class: "rule new" }, el("span", {}, t("New"))) : null,
      messageElement(message, { grouped, desk: this.#desk }),
    ].filter(Boolean);
  }

  #refocus(message, control) {
    const again = control && message.querySelector(`[data-control="${CSS.escape(control)}"]:not(:disabled)`);
    (again || message).focus({ preventScroll: true });
  }

  /** How far down the box stands while it is stuck. */
  get #place() {
    const box = this.#box;
    const end = box.scrollHeight - box.clientHeight;
    if (!this.#top?.isConnected) return end;
    // A picture that everything else is about comes first, and may be out of sight: it is what one knows best.
    const gallery = this.#top.querySelector(".made > .gallery");
    const words = gallery?.parentElement.querySelector(":scope > .gallery ~ :is(.markdown, .section)");
    const begins = words ?? this.#top;
    const above = begins.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    return Math.max(0, Math.min(end, above - ABOVE));
  }

  #settle() {
    if (!this.#stuck) return;
    this.#box.scrollTop = this.#place;
    this.#set = this.#box.scrollTop;
  }

  /** Whether any part of the newest message is in sight: then nothing may cover its buttons. */
  get #newestInSight() {
    const newest = this.#list.lastElementChild?.getBoundingClientRect();
    return newest !== undefined && newest.top < this.#box.getBoundingClientRect().bottom;
  }

  #showPresent() {
    this.#present.hidden = this.#stuck || this.#newestInSight;
    if (this.#present.hidden) return;
    const words = this.#unseen === 0 ? t("To the newest message") : this.#unseen === 1 ? t("1 new message") : t("{count} new messages", { count: this.#unseen });
    this.#present.replaceChildren(words, icon("down"));
  }
}

/**
 * Let a changed message show its old pictures until the new ones have come: a board that blinks at every move is hard
 * to follow.
 */
function keepPictures(before, after) {
  const old = before.querySelectorAll(".picture img");
  after.querySelectorAll(".picture img").forEach((image, index) => {
    const address = image.src;
    if (!old[index]?.complete || old[index].src === address) return;
    image.src = old[index].src;
    const next = new Image();
    next.addEventListener("load", () => {
      image.src = address;
    });
    next.src = address;
  });
}
