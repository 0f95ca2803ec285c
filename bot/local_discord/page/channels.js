/** The list of channels, threads and direct messages, with what is new in each. */

import { avatar, el, icon } from "./dom.js";
import { CHANNEL } from "./state.js";
import { t } from "./words.js";

/** Draw the list anew; `open(id)` is called for the one that was chosen, `converse()` begins a direct conversation. */
export function drawChannels(box, state, { open, converse }) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
  const names = new Map();
  for (const { threads } of state.tree()) {
    for (const thread of threads) names.set(thread.name, (names.get(thread.name) ?? 0) + 1);
  }
  /** When a thread was opened, where another one is called the same: two matches of the same people. */
  const opened = (channel) => (channel.thread && names.get(channel.name) > 1 ? openedAt(channel, state) : null);
  const entry = (channel) => {
    const { unread, mentions } = state.news(channel);
    const here = channel.id === state.current;
    const said = [
      state.nameOf(channel),
      channel.thread ? t("thread") : null,
      opened(channel),
      channel.archived ? t("archived") : null,
      mentions ? t("{count} for you", { count: mentions }) : unread ? t("unread") : null,
    ];
    return el(
      "button",
      {
        type: "button",
        class: ["channel", channel.thread && "thread", unread && "unread", channel.archived && "archived"].filter(Boolean).join(" "),
        "aria-current": here ? "page" : null,
        "aria-label": said.filter(Boolean).join(", "),
        "data-channel": channel.id,
        onclick: () => open(channel.id),
      },
      symbol(channel, state),
      el("span", { class: "channel-name" }, state.nameOf(channel)),
      opened(channel) ? el("span", { class: "quiet opened" }, opened(channel)) : null,
      mentions ? el("span", { class: "badge" }, String(mentions)) : null,
    );
  };
  const direct = state.direct();
  box.replaceChildren(
    el("h2", {}, t("Channels")),
    el(
      "ul",
      {},
      state.tree().map(({ channel, threads }) =>
        el("li", {}, entry(channel), threads.length ? el("ul", { "aria-label": t("Threads of {channel}", { channel: channel.name }) }, threads.map((thread) => el("li", {}, entry(thread)))) : null),
      ),
    ),
    el("h2", {}, t("Direct messages")),
    el(
      "ul",
      {},
      direct.length
        ? direct.map((channel) => el("li", {}, entry(channel)))
        : el(
            "li",
            {},
            el("button", { type: "button", class: "channel", onclick: converse }, avatar(state.bot, { small: true }), el("span", { class: "channel-name" }, t("Write to {name}", { name: state.bot.name }))),
          ),
    ),
  );
  if (focused) box.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
}

/** The hour at which a channel was made, or on another day the day: an id begins with milliseconds since 2015. */
function openedAt(channel, state) {
  const moment = new Date(Number((BigInt(channel.id) >> 22n) + 1420070400000n));
  const isToday = moment.toDateString() === state.now().toDateString();
  return new Intl.DateTimeFormat(state.me.locale, isToday ? { timeStyle: "short" } : { day: "numeric", month: "short" }).format(moment);
}

export function symbol(channel, state) {
  if (channel.type === CHANNEL.DIRECT) return avatar(state.bot, { small: true });
  if (channel.locked || channel.type === CHANNEL.PRIVATE_THREAD) return icon("lock");
  return icon(channel.thread ? "thread" : "hash");
}
