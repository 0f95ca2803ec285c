/** A slash command with its options as fields, filled in from the keyboard as on Discord. */

import { act, Refusal } from "./api.js";
import { fixedChoices, OPTION, readValue } from "./commands.js";
import { el, newId } from "./dom.js";
import { t } from "./words.js";

const DEBOUNCE_MILLISECONDS = 180;
const MOST_SHOWN = 25;

export class CommandForm {
  /** The command that is being written: {path, options, description}. */
  command;
  element;
  #fields = new Map();
  #tail;
  #line;
  #tools;
  #asked = 0;
  #timer = 0;

  /**
   * `tools`: `state`, `suggestions`, `channel()` (its id), `say(text, isError)`, `leave()` (back to plain text),
   * `submit()`. `values`: {option: text or {text, picked}} to begin with.
   */
  constructor(command, values, tools) {
    this.command = command;
    this.#tools = tools;
    this.#line = el("div", { class: "fields" });
    this.#tail = this.#makeTail();
    this.element = el(
      "div",
      { class: "command", role: "group", "aria-label": `/${command.path}` },
      el("span", { class: "command-name" }, `/${command.path}`),
      this.#line,
    );
    this.#line.append(this.#tail);
    for (const option of command.options) {
      const value = values[option.name];
      if (option.required || value !== undefined) this.#add(option, value);
    }
  }

  /** Put the keyboard where something is still to be said. */
  focus() {
    const empty = [...this.#fields.values()].find((field) => field.option.required && !field.input.value.trim());
    (empty?.input ?? this.#tail).focus();
  }

  /** What is filled in, for the next time: {option: {text, picked}}. */
  get values() {
    return Object.fromEntries([...this.#fields].map(([name, { input, picked }]) => [name, { text: input.value, picked }]));
  }

  /** Everything to send, as {option: value}, or null after saying what is wrong and going there. */
  read() {
    const values = {};
    for (const field of this.#fields.values()) {
      const text = field.input.value;
      let problem = null;
      if (!text.trim()) {
        if (field.option.required) problem = t("{option} is required.", { option: field.option.name });
      } else {
        const result = readValue(field.option, text, field.picked, this.#tools.state);
        problem = result.problem ?? null;
        values[field.option.name] = result.value;
      }
      field.input.setAttribute("aria-invalid", String(problem !== null));
      if (problem) {
        field.input.focus();
        this.#tools.say(problem, true);
        return null;
      }
    }
    return values;
  }

  #add(option, value) {
    if (option.type === OPTION.FILE) return this.#addFile(option);
    const text = value?.text ?? value ?? "";
    const id = newId("option");
    const input = el("input", {
      id,
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": "hint",
      autocomplete: "off",
      spellcheck: "false",
    });
    const field = { option, input, picked: value?.picked, element: null };
    field.element = el("span", { class: "option" }, el("label", { for: id }, option.name), input);
    input.value = text;
    this.#fit(input);
    input.addEventListener("focus", () => {
      this.#tools.say(`${option.name}: ${option.description}${option.required ? "" : t(" (optional)")}`);
      this.#offer(field, { at: "once" });
    });
    input.addEventListener("input", () => {
      field.picked = undefined;
      input.setAttribute("aria-invalid", "false");
      if (this.#jumpByName(field)) return;
      this.#fit(input);
      this.#tools.say(`${option.name}: ${option.description}${option.required ? "" : t(" (optional)")}`);
      this.#offer(field, { at: "typing" });
    });
    input.addEventListener("blur", () => this.#tools.suggestions.hide());
    input.addEventListener("keydown", (event) => this.#keys(event, field));
    this.#fields.set(option.name, field);
    this.#tail.before(field.element);
    this.#tail.placeholder = this.#left().length ? t("+{count} optional", { count: this.#left().length }) : "";
    return field;
  }

  /** A file from this machine; its bytes are sent along in base 64. */
  #addFile(option) {
    const id = newId("option");
    const input = el("input", { id, type: "file", "aria-required": String(Boolean(option.required)), "aria-describedby": "hint" });
    const field = { option, input, picked: undefined, element: null };
    field.element = el("span", { class: "option" }, el("label", { for: id }, option.name), input);
    input.addEventListener("focus", () => this.#tools.say(`${option.name}: ${option.description}`));
    input.addEventListener("change", () => {
      field.picked = undefined;
      const file = input.files[0];
      if (!file) return;
      const reader = new FileReader();
      reader.addEventListener("load", () => {
        field.picked = { filename: file.name, content: reader.result.replace(/^[^,]*,/, "") };
        this.#tail.focus();
      });
      reader.readAsDataURL(file);
    });
    this.#fields.set(option.name, field);
    this.#tail.before(field.element);
    this.#tail.placeholder = this.#left().length ? t("+{count} optional", { count: this.#left().length }) : "";
    return field;
  }

  /** The end of the line: more options by name, or Enter to send. */
  #makeTail() {
    const tail = el("input", {
      class: "tail",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-label": t("Add an option, or press Enter to send"),
      "aria-describedby": "hint",
      autocomplete: "off",
      spellcheck: "false",
    });
    const offer = () => {
      const typed = tail.value.trim().toLowerCase().replace(/:$/, "");
      const left = this.#left().filter((option) => option.name.includes(typed));
      this.#tools.say(this.#left().length ? t("Add an option, or press Enter to send.") : t("Press Enter to send."));
      this.#tools.suggestions.show(
        tail,
        left.map((option) => ({ title: option.name, detail: option.description, option })),
        {
          heading: t("Options"),
          nothing: typed ? t("There is no such option.") : null,
          first: Boolean(typed),
          pick: ({ option }) => {
            tail.value = "";
            this.#add(option).input.focus();
          },
        },
      );
    };
    tail.addEventListener("focus", offer);
    tail.addEventListener("input", () => {
      const named = /^\s*([^\s:]+):(.*)$/.exec(tail.value);
      const option = named && this.#left().find((each) => each.name === named[1]);
      const typed = tail.value.trim().toLowerCase();
      const [next] = this.#left();
      if (option) {
        tail.value = "";
        this.#add(option, named[2].trim()).input.focus();
      } else if (typed && next && !this.#left().some((each) => each.name.includes(typed.replace(/:$/, "")))) {
        // What names no option is meant for the next one, whose choices are offered for it.
        tail.value = "";
        const field = this.#add(next, typed);
        field.input.focus();
        this.#offer(field, { at: "typing" });
      } else offer();
    });
    tail.addEventListener("blur", () => this.#tools.suggestions.hide());
    tail.addEventListener("keydown", (event) => this.#keys(event, null));
    return tail;
  }

  #left() {
    return this.command.options.filter((option) => !this.#fields.has(option.name));
  }

  /** "Bo deck:" typed in one field goes on in another. */
  #jumpByName(field) {
    const match = /^(.*?)(?:\s+|^)([^\s:]+):(.*)$/.exec(field.input.value);
    const option = match && this.command.options.find((each) => each.name === match[2]);
    if (!option) return false;
    if (option === field.option) {
      // Its own name in front is no part of what is meant.
      if (!match[1].trim()) field.input.value = match[3].trimStart();
      return false;
    }
    field.input.value = match[1];
    this.#fit(field.input);
    const other = this.#fields.get(option.name) ?? this.#add(option);
    if (match[3].trim()) other.input.value = match[3].trim();
    other.input.focus();
    return true;
  }

  #keys(event, field) {
    const { suggestions } = this.#tools;
    const input = event.target;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (suggestions.move(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    } else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && suggestions.active)) {
      event.preventDefault();
      if (!suggestions.take()) this.#tools.submit();
    } else if (event.key === "Tab" && !event.shiftKey && field && this.#next(field) !== input) {
      event.preventDefault();
      this.#next(field).focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (suggestions.open) suggestions.hide();
      else this.#tools.leave();
    } else if (event.key === "Backspace" && !input.value) {
      event.preventDefault();
      this.#back(field);
    }
  }

  #next(field) {
    const inputs = [...this.#fields.values()].map((each) => each.input);
    return inputs[inputs.indexOf(field.input) + 1] ?? this.#tail;
  }

  #back(field) {
    const all = [...this.#fields.values()];
    const before = all[(field ? all.indexOf(field) : all.length) - 1];
    if (field && !field.option.required) {
      this.#fields.delete(field.option.name);
      field.element.remove();
    }
    if (before) before.input.focus();
    else if (field && !field.option.required && this.#fields.size) this.#tail.focus();
    else this.#tools.leave({ keepName: true });
  }

  #fit(input) {
    input.size = Math.min(Math.max(4, input.value.length + 1), 36);
  }

  #pick(field, choice) {
    field.input.value = String(choice.name);
    field.picked = choice.value;
    this.#fit(field.input);
    // It is chosen: what would still have been asked for it is of no use.
    clearTimeout(this.#timer);
    this.#tools.suggestions.hide();
    const empty = [...this.#fields.values()].find((each) => each.option.required && !each.input.value.trim());
    (empty?.input ?? this.#tail).focus();
  }

  #offer(field, { at }) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const fixed = fixedChoices(field.option, this.#tools.state);
    if (fixed) {
      const typed = field.picked === undefined ? field.input.value.trim().toLowerCase().replace(/^[@#]/, "") : "";
      const fitting = fixed.filter((choice) => choice.name.toLowerCase().includes(typed));
      this.#show(field, fitting, t("That is none of the choices."));
    } else if (field.option.autocomplete) {
      // Until the bot has answered, Enter must not take what was offered for other words.
      if (at === "typing") {
        const typed = field.input.value.trim().toLowerCase();
        const fitting = (field.offered ?? []).filter((choice) => choice.name.toLowerCase().includes(typed));
        this.#show(field, fitting, t("Asking for the choices…"));
      }
      this.#timer = setTimeout(() => this.#ask(field), at === "once" ? 0 : DEBOUNCE_MILLISECONDS);
    } else this.#tools.suggestions.hide();
  }

  async #ask(field) {
    const { state, suggestions, channel } = this.#tools;
    const number = this.#asked;
    if (!suggestions.open) this.#show(field, [], t("Asking for the choices…"));
    const options = {};
    for (const each of this.#fields.values()) {
      if (each === field || !each.input.value.trim()) continue;
      const { value } = readValue(each.option, each.input.value, each.picked, state);
      if (value !== undefined) options[each.option.name] = value;
    }
    options[field.option.name] = field.input.value;
    let answer;
    try {
      answer = await act(state.me, "autocomplete", {
        channel: channel(),
        command: this.command.path,
        options,
        focused: field.option.name,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = { choices: [], refusal: error.message };
    }
    // Typed on, or gone elsewhere: that answer is to an old question.
    if (number !== this.#asked || document.activeElement !== field.input) return;
    const none = field.input.value ? t("Nothing fits.") : t("There is nothing to choose now.");
    const nothing = answer.refusal ?? (answer.failed ? t("Loading the choices failed.") : none);
    field.offered = answer.choices;
    this.#show(field, answer.choices, nothing);
  }

  #heading(option) {
    const { state } = this.#tools;
    const alone = [...state.people.values()].every((person) => person.bot || person.id === state.me.id);
    if (option.type === OPTION.PERSON && alone) return t("{option} · nobody else is here yet: challenge the bot, or open a second tab", { option: option.name });
    return option.name;
  }

  #show(field, choices, nothing) {
    this.#tools.suggestions.show(
      field.input,
      choices.slice(0, MOST_SHOWN).map((choice) => ({ title: choice.name, note: choice.note, choice })),
      {
        heading: this.#heading(field.option),
        nothing,
        pick: ({ choice }) => this.#pick(field, choice),
      },
    );
  }
}
