/** Who one is at the table: sitting down, changing seats, settings, and the pretended clock. */

import { act, join, moveClock, Refusal } from "./api.js";
import { avatar, el, icon } from "./dom.js";
import { clockFace } from "./times.js";
import { t } from "./words.js";

const LOCALES = [
  "en-US", "en-GB", "bg", "cs", "da", "de", "el", "es-ES", "es-419", "fi", "fr", "hi", "hr", "hu", "id", "it", "ja",
  "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];
const LEAPS = [
  ["1 minute", 60],
  ["10 minutes", 600],
  ["1 hour", 3600],
  ["6 hours", 21600],
  ["1 day", 86400],
  ["3 days", 259200],
];

/** The address at which one is the person of this name. */
export function addressOf(name) {
  return `?person=${encodeURIComponent(name)}`;
}

/** Someone of another name to play with: one who is here, or a name to begin with. */
export function companion(state) {
  const other = [...state.people.values()].find((person) => !person.bot && person.id !== state.me.id);
  return other?.name ?? (state.me.name === "Bo" ? "Ada" : "Bo");
}

/** Ask who one wants to be, and give the name once someone by it sits at the table. */
export function welcome(people) {
  return new Promise((resolve) => {
    const here = people.filter((person) => !person.bot);
    const suggestion = ["Ada", "Bo", "Cleo", "Dan"].find((name) => here.every((person) => person.name !== name)) ?? "";
    const field = el("input", { id: "name", maxlength: "32", required: true, autocomplete: "off", value: suggestion });
    const refused = el("p", { class: "error", role: "alert" });
    const sit = async (name) => {
      try {
        const person = await join(name);
        dialog.remove();
        resolve(person.name);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.textContent = error.message;
        field.focus();
      }
    };
    const form = el(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          sit(field.value);
        },
      },
      el("label", { for: "name" }, t("Your name at this table")),
      el("div", { class: "together" }, field, el("button", { class: "button primary" }, t("Sit down"))),
      refused,
    );
    const dialog = el(
      "dialog",
      { class: "welcome", "aria-labelledby": "welcome-title" },
      el("span", { class: "moon big", "aria-hidden": "true" }),
      el("h2", { id: "welcome-title" }, t("Welcome to the local table")),
      el(
        "p",
        {},
        t("This is a small chat of your own: it runs on this machine, looks much like Discord, and the bot is already here. "),
        t("Open it in one browser tab for each player, or challenge the bot itself to practise alone."),
      ),
      here.length
        ? el(
            "div",
            { class: "seats", role: "group", "aria-label": t("People who are here") },
            el("p", {}, t("Who are you?")),
            here.map((person) =>
              el("button", { type: "button", class: "seat", onclick: () => sit(person.name) }, avatar(person), person.name),
            ),
            el("p", { class: "quiet" }, t("or a new person:")),
          )
        : null,
      form,
    );
    // Without someone to be there is nothing to see behind it.
    dialog.addEventListener("close", () => dialog.isConnected && dialog.showModal());
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
    field.select();
  });
}

/** A small dialogue over the page that closes by Escape, its cross, or a press beside it. */
function sheet(title, ...children) {
  const dialog = el(
    "dialog",
    { class: "sheet", "aria-label": title },
    el(
      "header",
      {},
      el("h2", {}, title),
      el("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close")),
    ),
    children,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The button that says who one is. */
export function drawMe(button, state) {
  button.hidden = false;
  button.replaceChildren(
    avatar(state.me),
    el("span", {}, el("span", { class: "quiet" }, t("You are ")), el("strong", {}, state.me.name)),
    icon("chevron"),
  );
}

/**
 * Everything about oneself: seats and settings. `changed(person)` is told what the table now says, `closed()` is called at the end:
 * once more where the table answers after that.
 */
export function openMe(state, { changed, closed }) {
  const others = [...state.people.values()].filter((person) => !person.bot && person.id !== state.me.id);
  const refused = el("p", { class: "error", role: "alert" });
  const set = async (fields) => {
    try {
      const { person, guild } = await act(state.me, "settings", fields);
      refused.textContent = "";
      state.guild = guild;
      changed(person);
      if (!dialog.open) closed();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.textContent = error.message;
    }
  };
  const direct = el("input", {
    type: "checkbox",
    checked: state.me.direct_messages_open,
    onchange: (event) => set({ direct_messages_open: event.target.checked }),
  });
  const languages = (field, now) =>
    el(
      "select",
      { onchange: (event) => set({ [field]: event.target.value }) },
      LOCALES.map((each) => {
        const name = new Intl.DisplayNames([state.me.locale], { type: "language" }).of(each);
        return el("option", { value: each, selected: each === now }, `${name} (${each})`);
      }),
    );
  const name = el("input", { maxlength: "32", required: true, autocomplete: "off" });
  const dialog = sheet(
    t("You are {name}", { name: state.me.name }),
    el(
      "section",
      { "aria-label": t("Other people") },
      el("h3", {}, t("Someone else")),
      el("p", { class: "quiet" }, t("Each tab is one person. Open another tab to play both sides yourself.")),
      others.map((person) =>
        el(
          "a",
          { class: "seat", href: addressOf(person.name), target: "_blank" },
          avatar(person),
          el("span", {}, t("Open a tab as {name}", { name: person.name })),
          icon("out"),
        ),
      ),
      el(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            window.open(addressOf(name.value.trim()), "_blank");
          },
        },
        el("label", {}, t("A new person"), el("div", { class: "together" }, name, el("button", { class: "button secondary" }, t("Open a tab")))),
      ),
    ),
    el(
      "section",
      { "aria-label": t("Settings") },
      el("h3", {}, t("Settings")),
      el("label", { class: "check" }, direct, el("span", {}, t("Let the bot write to me directly"))),
      el("label", {}, t("Language"), languages("locale", state.me.locale)),
      el("label", {}, t("Public messages are written in"), languages("server_locale", state.guild.locale)),
      refused,
    ),
    el("p", {}, el("a", { href: "?" }, t("Leave this seat and choose again"))),
  );
  dialog.addEventListener("close", closed);
}

/** What can be done with a person: the bot's commands in their menu. */
export function openPerson(state, person) {
  const refused = el("p", { class: "error", role: "alert" });
  const choose = async (command) => {
    try {
      await act(state.me, "menu", { channel: state.current, command, target: person.id });
      dialog.close();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.textContent = error.message;
    }
  };
  const dialog = sheet(
    person.name,
    el(
      "section",
      { "aria-label": t("Commands") },
      state.menus.length ? null : el("p", { class: "quiet" }, t("There is nothing to choose.")),
      state.menus.map((name) => el("button", { type: "button", class: "seat", onclick: () => choose(name) }, name)),
    ),
    refused,
  );
}

export function drawClock(button, state) {
  const face = clockFace(state.now(), state.me.locale);
  if (button.dataset.face === face) return;
  button.dataset.face = face;
  button.replaceChildren(icon("clock"), el("span", {}, face));
  button.setAttribute("aria-label", t("The table's clock: {time}. Let time pass", { time: face }));
  button.title = t("Let time pass");
}

/** Let time pass, for everybody at the table. */
export function openClock(state) {
  const said = el("p", { class: "now", role: "status" });
  const show = () => {
    said.textContent = new Intl.DateTimeFormat(state.me.locale, { dateStyle: "full", timeStyle: "short" }).format(state.now());
  };
  show();
  const leap = (label, seconds) =>
    el(
      "button",
      {
        type: "button",
        class: "button secondary",
        onclick: async () => {
          const { now } = await moveClock(seconds());
          state.setNow(now);
          show();
        },
      },
      label,
    );
  sheet(
    t("The table's clock"),
    said,
    el(
      "p",
      { class: "quiet" },
      t("Matches may take days. Here you can let time pass for everyone at once, to see reminders and deadlines come. It never goes back."),
    ),
    el(
      "div",
      { class: "leaps" },
      LEAPS.map(([label, seconds]) => leap(`+ ${t(label)}`, () => seconds)),
      leap(t("To the next moment named here"), () => secondsToNext(state.now())),
    ),
  );
}

/** How long it is until the nearest moment to come that a message in sight counts down to; 0 if there is none. */
function secondsToNext(now) {
  const moments = [...document.querySelectorAll('time[data-style="R"]')].map((each) => new Date(each.dateTime) - now);
  const next = Math.min(...moments.filter((each) => each > 0));
  return Number.isFinite(next) ? next / 1000 : 0;
}
