/** What this tab knows: who is there, what was said, what has been read. It draws nothing. */

import { t } from "./words.js";

/** A context of commands: direct messages with the bot. */
const IN_DIRECT_MESSAGES = 1;

export const CHANNEL = { TEXT: 0, DIRECT: 1, PUBLIC_THREAD: 11, PRIVATE_THREAD: 12 };

/** Whether id `a` was given after id `b`. Ids are numbers too long for JavaScript's. */
export function later(a, b) {
  return a.length === b.length ? a > b : a.length > b.length;
}

export class State {
  me = null;
  bot = null;
  guild = { id: "0", name: "", roles: [] };
  current = null;
  people = new Map();
  channels = new Map();
  messages = new Map();
  commands = [];
  menus = [];
  modals = [];
  /** Milliseconds by which the table's pretended time is ahead of this machine's. */
  ahead = 0;
  #read = {};
  #dismissed = new Set();

  /** Begin with what everybody may know. */
  start(me, boot) {
    this.me = me;
    this.bot = boot.bot;
    this.guild = boot.guild;
    this.commands = boot.commands;
    this.menus = boot.menus;
    this.#setPeople(boot.people);
    this.setNow(boot.now);
    this.#read = JSON.parse(sessionStorage.getItem(this.#key("read")) ?? "{}");
    this.#dismissed = new Set(JSON.parse(sessionStorage.getItem(this.#key("dismissed")) ?? "[]"));
  }

  /** Take one event of the stream. */
  apply(event) {
    switch (event.type) {
      case "snapshot":
        this.me = event.person;
        this.#setPeople(event.people);
        this.channels = new Map(event.channels.map((channel) => [channel.id, channel]));
        this.messages = new Map(event.channels.map((channel) => [channel.id, new Map()]));
        for (const [channel, messages] of Object.entries(event.messages)) {
          for (const message of messages) this.#put(channel, message);
        }
        this.modals = event.modals.filter((modal) => !this.#dismissed.has(modal.interaction));
        this.setNow(event.now);
        break;
      case "message":
        this.#put(event.channel, event.message);
        break;
      case "message_delete":
        this.messages.get(event.channel)?.delete(event.message);
        break;
      case "channel":
        this.channels.set(event.channel.id, event.channel);
        if (!this.messages.has(event.channel.id)) this.messages.set(event.channel.id, new Map());
        break;
      case "channel_delete":
        this.channels.delete(event.channel);
        this.messages.delete(event.channel);
        break;
      case "people":
        this.#setPeople(event.people);
        break;
      case "clock":
        this.setNow(event.now);
        break;
    }
  }

  /** The table's pretended time, as a Date. */
  now() {
    return new Date(Date.now() + this.ahead);
  }

  setNow(stamp) {
    this.ahead = new Date(stamp).getTime() - Date.now();
  }

  /** A channel's messages that this person sees and did not dismiss, oldest first. */
  shown(channel) {
    return [...(this.messages.get(channel)?.values() ?? [])].filter((message) => !this.#dismissed.has(message.id));
  }

  /** Put away a message that only this person sees, or a form. */
  dismiss(id) {
    this.#dismissed.add(id);
    this.modals = this.modals.filter((modal) => modal.interaction !== id);
    sessionStorage.setItem(this.#key("dismissed"), JSON.stringify([...this.#dismissed]));
  }

  isDismissed(id) {
    return this.#dismissed.has(id);
  }

  person(id) {
    return this.people.get(id) ?? { id, name: t("someone who left"), username: "someone", bot: false };
  }

  nameOf(channel) {
    return channel.type === CHANNEL.DIRECT ? this.bot.name : channel.name;
  }

  /** The slash commands that can be used in the open channel: some only work on servers. */
  get usableCommands() {
    if (this.channels.get(this.current)?.type !== CHANNEL.DIRECT) return this.commands;
    return this.commands.filter(({ contexts }) => !contexts || contexts.includes(IN_DIRECT_MESSAGES));
  }

  /** The server's text channels, each with its threads, the newest thread first. */
  tree() {
    const all = [...this.channels.values()];
    const threads = all.filter((channel) => channel.thread).sort((a, b) => (later(a.id, b.id) ? -1 : 1));
    return all
      .filter((channel) => channel.type === CHANNEL.TEXT)
      .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
      .map((channel) => ({ channel, threads: threads.filter((thread) => thread.parent_id === channel.id) }));
  }

  direct() {
    return [...this.channels.values()].filter((channel) => channel.type === CHANNEL.DIRECT);
  }

  /** Whether a message calls this person: by name, or because it is a direct one. */
  callsMe(message, channel) {
    if (message.author.id === this.me.id) return false;
    if (channel?.type === CHANNEL.DIRECT) return true;
    return message.mention_everyone || message.mentions.some((person) => person.id === this.me.id);
  }

  /** Read everything in a channel. */
  markRead(channel) {
    const last = this.shown(channel).at(-1);
    if (!last || this.#read[channel] === last.id) return false;
    this.#read[channel] = last.id;
    sessionStorage.setItem(this.#key("read"), JSON.stringify(this.#read));
    return true;
  }

  /** The id of the last message that was read in a channel, or null. */
  lastRead(channel) {
    return this.#read[channel] ?? null;
  }

  /** How many messages in a channel are new, and how many of them call this person. */
  news(channel) {
    const read = this.#read[channel.id];
    const fresh = this.shown(channel.id).filter(
      (message) => (!read || later(message.id, read)) && message.author.id !== this.me.id && !message.ephemeral,
    );
    return { unread: fresh.length, mentions: fresh.filter((message) => this.callsMe(message, channel)).length };
  }

  #key(what) {
    return `voidream.${what}.${this.me.id}`;
  }

  #put(channel, message) {
    if (!this.messages.has(channel)) this.messages.set(channel, new Map());
    this.messages.get(channel).set(message.id, message);
  }

  #setPeople(people) {
    this.people = new Map(people.map((person) => [person.id, person]));
  }
}

/** How far what this person did has come, by the id of the interaction. */
export class Doings {
  #states = new Map();
  #waiting = new Map();

  note(event) {
    this.#states.set(event.interaction, event.state);
    if (event.state === "sent") return;
    for (const resolve of this.#waiting.get(event.interaction) ?? []) resolve(event.state);
    this.#waiting.delete(event.interaction);
  }

  /** Wait until the bot took it up ("deferred", "answered") or "failed" to. */
  settled(interaction) {
    const state = this.#states.get(interaction);
    if (state && state !== "sent") return Promise.resolve(state);
    return new Promise((resolve) => {
      this.#waiting.set(interaction, [...(this.#waiting.get(interaction) ?? []), resolve]);
    });
  }
}
