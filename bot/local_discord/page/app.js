/** The local table's page: a small Discord for one person per tab. This module ties the parts together. */

import { act, boot, Refusal, Stream } from "./api.js";
import { drawChannels, symbol } from "./channels.js";
import { Composer } from "./composer.js";
import { byId, el, icon } from "./dom.js";
import { Log } from "./log.js";
import { openModal } from "./modal.js";
import { addressOf, companion, drawClock, drawMe, openClock, openMe, openPerson, welcome } from "./people.js";
import { Presses } from "./pressing.js";
import { CHANNEL, Doings, State } from "./state.js";
import { speak, t } from "./words.js";

const TYPING_SECONDS = 10;
const REFRESH_SECONDS = 5;

const state = new State();
const doings = new Doings();
const presses = new Presses();
/** Components that were pressed and not answered, and what went wrong, by message. */
const pending = new Map();
const failures = new Map();
/** Commands that are on their way or failed: interaction → element. */
const commandNotes = new Map();
const typing = new Map();
let ready = false;

const context = {
  get me() {
    return state.me;
  },
  get locale() {
    return state.me.locale ?? "en-US";
  },
  person: (id) => state.person(id),
  channel: (id) => {
    const channel = state.channels.get(id);
    return channel && state.nameOf(channel);
  },
  now: () => state.now(),
  open: (channel, message) => openChannel(channel, message),
  command: (path) => composer.begin(`/${path} `),
};

const desk = {
  openPerson: (person) => openPerson(state, person),
  state,
  context,
  use: useComponent,
  isPending: (message, component) => pending.get(message.id)?.has(component.custom_id) ?? false,
  failure: (message) => failures.get(message.id) ?? null,
  find: (id) => state.messages.get(state.current)?.get(id),
  jump: (id) => log.jump(id),
  dismiss(message) {
    state.dismiss(message.id);
    log.drop(message.id);
    composer.focus();
  },
};

const log = new Log({ box: byId("log"), present: byId("present"), state, desk });
const composer = new Composer({ box: byId("composer"), state, sent: () => log.toBottom() });

// Components

async function useComponent(message, component, values) {
  if (desk.isPending(message, component)) return;
  failures.delete(message.id);
  log.follow();
  setPending(message.id, component.custom_id, true);
  try {
    const { interaction } = await act(state.me, "component", {
      message: message.id,
      channel: message.channel_id,
      custom_id: component.custom_id,
      values,
    });
    if ((await doings.settled(interaction)) === "failed") {
      failures.set(message.id, t("This interaction failed: {bot} did not answer in time.", { bot: state.bot.name }));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    failures.set(message.id, error.message);
  }
  presses.afterwards(() => setPending(message.id, component.custom_id, false));
}

function setPending(message, control, is) {
  const controls = pending.get(message) ?? new Set();
  if (is) controls.add(control);
  else controls.delete(control);
  if (controls.size) pending.set(message, controls);
  else pending.delete(message);
  log.showState(message);
}

// Commands on their way

function noteCommand(event) {
  commandNotes.get(event.interaction)?.remove();
  commandNotes.delete(event.interaction);
  if (event.channel !== state.current) return;
  if (event.state === "sent") {
    const note = el("p", { class: "sending" }, t("/{command} is on its way…", { command: event.command }));
    commandNotes.set(event.interaction, note);
    log.note(note);
  } else if (event.state === "failed") {
    const note = el(
      "p",
      { class: "sending failed", role: "alert" },
      t("/{command}: the application did not respond. ", { command: event.command }),
      el("button", { type: "button", class: "textual", onclick: () => note.remove() }, t("Dismiss")),
    );
    log.note(note);
  }
}

// Channels

function openChannel(id, message = null) {
  const channel = state.channels.get(id);
  if (!channel) return;
  showSidebar(false);
  const from = state.current;
  if (state.current !== id) {
    state.current = id;
    sessionStorage.setItem(`voidream.current.${state.me.id}`, id);
    log.show(id, introduction(channel));
  }
  drawTop(channel);
  if (message) log.jump(message);
  else if (window.matchMedia("(min-width: 721px)").matches) composer.focus();
  // On a phone the message box would bring up the keyboard; but a control that had the focus must not lose it.
  else if (from && document.activeElement === document.body) byId("log").focus();
  read();
}

function drawTop(channel) {
  const name = state.nameOf(channel);
  const parent = channel.thread ? state.channels.get(channel.parent_id) : null;
  byId("title").replaceChildren(symbol(channel, state), el("span", {}, name));
  byId("topic").replaceChildren(
    parent
      ? el("button", { type: "button", class: "textual", onclick: () => openChannel(parent.id) }, `#${parent.name}`)
      : channel.topic ?? "",
    channel.archived ? el("span", { class: "quiet" }, ` · ${channel.locked ? t("archived and locked") : t("archived")}`) : "",
  );
  byId("log").setAttribute("aria-label", t("Messages in {channel}", { channel: name }));
  const label = t("Message {channel}", { channel: `${channel.type === CHANNEL.DIRECT ? "@" : channel.thread ? "" : "#"}${name}` });
  composer.setChannel(label, { closed: channel.archived && channel.locked });
}

/** What stands above a channel's first message. */
function introduction(channel) {
  const name = state.nameOf(channel);
  const heading = (title) => el("h2", {}, el("span", { class: "intro-mark" }, symbol(channel, state)), title);
  if (channel.type === CHANNEL.DIRECT) {
    return el("section", { class: "intro" }, heading(name), el("p", {}, t("Only you and {bot} can read this. When a decision is yours, you hear of it here.", { bot: name })));
  }
  if (channel.thread) return el("section", { class: "intro" }, heading(name), el("p", {}, t("A thread: what is said here stays together.")));
  const other = companion(state);
  const isHere = [...state.people.values()].some((person) => person.name === other);
  const has = (name) => state.commands.some((command) => command.options?.some((option) => option.name === name));
  const [challenge, learn] = [has("challenge"), has("learn")];
  return el(
    "section",
    { class: "intro" },
    heading(t("Welcome to #{channel}", { channel: name })),
    el("p", {}, t("You are {name}. Everything here happens on this machine.", { name: state.me.name })),
    learn
      ? el(
          "p",
          {},
          t("New to the game? Send "),
          el("button", { type: "button", class: "mention", onclick: () => composer.begin("/voidream learn") }, "/voidream learn"),
          t(": a first match with explanations, alone with {bot}.", { bot: state.bot.name }),
        )
      : null,
    challenge
      ? el("p", {}, el("strong", {}, t("Alone?")), t(" {bot}, the bot, plays against you at once: press its button below, or choose it in step 2.", { bot: state.bot.name }))
      : null,
    el(
      "ol",
      {},
      el(
        "li",
        {},
        isHere ? t("{name} is here already. To play both sides, open a second tab as ", { name: other }) : t("Open a second tab as "),
        el("a", { href: addressOf(other), target: "_blank" }, other),
        isHere ? "." : t(": each tab is one person, and you may play both."),
      ),
      el(
        "li",
        {},
        t("Here, type "),
        el("button", { type: "button", class: "mention", onclick: () => composer.begin(challenge ? "/voidream challenge " : "/") }, challenge ? "/voidream challenge" : "/"),
        challenge ? t(", choose {name} and a deck, and send it with Enter.", { name: other }) : t(" to see what the bot can do."),
      ),
      challenge ? el("li", {}, t("In {name}'s tab, accept. The match opens a thread, and the player who must decide gets a direct message.", { name: other })) : null,
    ),  );
}

/** Who is here and what the bot can do may change while someone reads about it. */
function drawIntroduction() {
  const channel = state.channels.get(state.current);
  if (channel) document.querySelector(".intro")?.replaceWith(introduction(channel));
}

async function converse() {
  try {
    const { channel } = await act(state.me, "conversation");
    wanted = channel;
    openChannel(channel);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    lost(error.message);
  }
}

/** A channel to open as soon as the stream has told of it. */
let wanted = null;

/** What stands in the list, in the browser's tab, and on the button of a narrow screen. */
function drawNews() {
  drawChannels(byId("channels"), state, { open: openChannel, converse });
  const all = [...state.channels.values()].map((channel) => state.news(channel));
  const mentions = all.reduce((sum, each) => sum + each.mentions, 0);
  const unread = all.some((each) => each.unread);
  const channel = state.channels.get(state.current);
  const mark = mentions ? `(${mentions}) ` : unread ? "• " : "";
  document.title = `${mark}${state.me.name} · ${channel ? state.nameOf(channel) : t("local table")}`;
  const opener = byId("open-sidebar");
  opener.replaceChildren(icon("menu"), mentions || unread ? el("span", { class: mentions ? "badge" : "badge quiet-badge" }, mentions ? String(mentions) : "") : "");
  opener.setAttribute("aria-label", mentions ? t("Channel list, {count} for you", { count: mentions }) : t("Channel list"));
}

/** Note what has been read: the open channel, when someone looks at its newest message. */
function read() {
  if (!document.hidden && log.atBottom && state.current) state.markRead(state.current);
  drawNews();
}

// The sidebar of a narrow screen

const narrow = window.matchMedia("(max-width: 720px)");

function showSidebar(open) {
  const sidebar = byId("sidebar");
  const was = sidebar.classList.contains("open");
  sidebar.classList.toggle("open", open);
  sidebar.inert = narrow.matches && !open;
  byId("veil").hidden = !(open && narrow.matches);
  byId("open-sidebar").setAttribute("aria-expanded", String(open));
  if (open) (sidebar.querySelector('[aria-current="page"]') ?? sidebar.querySelector(".channel"))?.focus();
  else if (was && narrow.matches) byId("open-sidebar").focus();
}

// The stream

function hear(event) {
  const before = state.current && state.channels.has(state.current);
  state.apply(event);
  switch (event.type) {
    case "snapshot":
      begin();
      break;
    case "message":
      typing.delete(event.message.author.id);
      drawTyping();
      // What went wrong with a press is about the message as it was.
      failures.delete(event.message.id);
      if (event.channel === state.current) {
        log.put(event.message);
        for (const note of commandNotes.values()) log.note(note);
      }
      read();
      break;
    case "message_delete":
      if (event.channel === state.current) log.drop(event.message);
      read();
      break;
    case "channel":
      if (event.channel.id === wanted) {
        wanted = null;
        openChannel(event.channel.id);
      }
      if (event.channel.id === state.current) drawTop(event.channel);
      // The message from which a thread began shows its name.
      log.again(event.channel.id);
      drawNews();
      break;
    case "channel_delete":
      if (before && !state.channels.has(state.current)) openFirst();
      drawNews();
      break;
    case "people":
      drawIntroduction();
      drawNews();
      break;
    case "commands":
      boot(state.me).then((fresh) => {
        state.commands = fresh.commands;
        state.menus = fresh.menus;
        drawIntroduction();
      });
      break;
    case "typing":
      noteTyping(event);
      break;
    case "interaction":
      doings.note(event);
      if (event.command) noteCommand(event);
      break;
    case "modal":
      form(event);
      break;
    case "clock":
      passTime();
      break;
  }
}

/** Draw everything from what is known: at the start, and again after a lost connection. */
function begin() {
  speak(state.me.locale);
  byId("connection").hidden = true;
  byId("guild").textContent = state.guild.name;
  pending.clear();
  commandNotes.clear();
  drawMe(byId("me"), state);
  const kept = state.current ?? sessionStorage.getItem(`voidream.current.${state.me.id}`);
  state.current = null;
  if (state.channels.has(kept)) openChannel(kept);
  else openFirst();
  passTime();
  for (const modal of state.modals) form(modal);
  ready = true;
}

function openFirst() {
  const [first] = state.tree();
  state.current = null;
  if (first) openChannel(first.channel.id);
}

function form(modal) {
  if (document.querySelector(`dialog[data-interaction="${CSS.escape(modal.interaction)}"]`)) return;
  openModal(modal, { state, context, doings, dismissed: () => state.dismiss(modal.interaction) });
}

function noteTyping(event) {
  if (event.person === state.me.id || event.channel !== state.current) return;
  clearTimeout(typing.get(event.person));
  typing.set(
    event.person,
    setTimeout(() => {
      typing.delete(event.person);
      drawTyping();
    }, TYPING_SECONDS * 1000),
  );
  drawTyping();
}

function drawTyping() {
  const names = [...typing.keys()].map((id) => state.person(id).name);
  byId("typing").textContent = names.length ? t(names.length > 1 ? "{names} are typing…" : "{names} is typing…", { names: names.join(t(" and ")) }) : "";
}

function passTime() {
  drawClock(byId("clock"), state);
  log.refreshTimes();
}

function lost(sentence = t("The connection is lost. Trying again…")) {
  const bar = byId("connection");
  bar.textContent = sentence;
  bar.hidden = false;
}

// Keys that work everywhere

function shortcuts(event) {
  if (!ready || document.querySelector("dialog[open]")) return;
  const writing = event.target.matches("input, textarea, select, [role=listbox]");
  if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    composer.begin("/");
  } else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    const ids = [...byId("channels").querySelectorAll("[data-channel]")].map((each) => each.dataset.channel);
    const step = event.key === "ArrowDown" ? 1 : -1;
    openChannel(ids[(ids.indexOf(state.current) + step + ids.length) % ids.length]);
  } else if (event.key === "Escape" && byId("sidebar").classList.contains("open")) showSidebar(false);
}

/** The words of the page's frame, which is there before this module. */
function labelFrame() {
  byId("skip-to-line").textContent = t("Skip to the message box");
  byId("skip-to-log").textContent = t("Skip to the messages");
  const labels = { sidebar: "Channels and you", channels: "Channels", "open-sidebar": "Channel list", "close-sidebar": "Close the channel list", log: "Messages" };
  for (const [id, label] of Object.entries(labels)) byId(id).setAttribute("aria-label", t(label));
}

async function start() {
  labelFrame();
  byId("open-sidebar").append(icon("menu"));
  byId("close-sidebar").append(icon("close"));
  byId("open-sidebar").addEventListener("click", () => showSidebar(true));
  byId("close-sidebar").addEventListener("click", () => showSidebar(false));
  byId("veil").addEventListener("click", () => showSidebar(false));
  byId("me").addEventListener("click", () =>
    openMe(state, {
      changed(person) {
        state.me = person;
        state.current && log.show(state.current, introduction(state.channels.get(state.current)));
        drawMe(byId("me"), state);
        passTime();
      },
      closed: () => speak(state.me.locale),
    }),
  );
  byId("skip-to-line").addEventListener("click", (event) => {
    event.preventDefault();
    composer.focus();
  });
  byId("clock").addEventListener("click", () => openClock(state));
  byId("log").addEventListener("scroll", () => ready && log.atBottom && read());
  document.addEventListener("visibilitychange", () => ready && read());
  document.addEventListener("keydown", shortcuts);
  narrow.addEventListener("change", () => showSidebar(false));
  showSidebar(false);
  setInterval(() => ready && passTime(), REFRESH_SECONDS * 1000);

  const name = new URLSearchParams(location.search).get("person") || (await welcome((await boot()).people));
  history.replaceState(null, "", addressOf(name));
  new Stream(name, {
    onJoined: (person, fresh) => presses.afterwards(() => state.start(person, fresh)),
    onEvent: (event) => presses.afterwards(() => hear(event)),
    onLost: (sentence) => presses.afterwards(() => lost(sentence)),
  }).open();
}

start().catch((error) => {
  if (!(error instanceof Refusal)) throw error;
  lost(error.message);
});
