/** Slash commands as data: which there are, which one is meant, and what was typed for their options. */

import { t } from "./words.js";

export const OPTION = {
  SUBCOMMAND: 1,
  GROUP: 2,
  TEXT: 3,
  WHOLE: 4,
  BOOLEAN: 5,
  PERSON: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  FILE: 11,
};

/** The commands as someone sees them whose Discord is in that language: what they are for, and the names of choices. */
export function localized(commands, locale) {
  return commands.map((node) => ({
    ...node,
    description: node.description_localizations?.[locale] ?? node.description,
    options: localized(node.options ?? [], locale),
    choices: node.choices?.map((choice) => ({ ...choice, name: choice.name_localizations?.[locale] ?? choice.name })),
  }));
}

/** Every command that can be sent, as {path, description, options, id}: subcommands stand for themselves. */
export function leaves(commands) {
  const out = [];
  const walk = (node, path, id) => {
    const inner = (node.options ?? []).filter((option) => option.type <= OPTION.GROUP);
    if (!inner.length) out.push({ path, id, description: node.description, options: node.options ?? [] });
    for (const each of inner) walk(each, `${path} ${each.name}`, id);
  };
  for (const command of commands) walk(command, command.name, command.id);
  return out;
}

/** The commands that a half-typed text may mean, the likeliest first. */
export function matching(all, typed) {
  const wanted = typed.toLowerCase().replace(/\s+/g, " ").trimStart();
  const rank = (command) => {
    const path = command.path.toLowerCase();
    if (path.startsWith(wanted)) return 0;
    if (path.split(" ").some((word) => word.startsWith(wanted))) return 1;
    if (path.includes(wanted)) return 2;
    return command.description.toLowerCase().includes(wanted) ? 3 : 4;
  };
  return all
    .map((command, index) => ({ command, index, rank: rank(command) }))
    .filter((each) => each.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map((each) => each.command);
}

/** The command that a text begins with once a space follows its name, and what comes after: or null. */
export function begun(all, text) {
  const found = all
    .filter(({ path }) => text.slice(1).toLowerCase().startsWith(`${path.toLowerCase()} `))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return found ? { command: found, rest: text.slice(found.path.length + 2) } : null;
}

/** Read "Bo deck:Dusk charge: 2" into {option: text}: what names no option is for the first required one. */
export function readOptions(command, rest) {
  const names = command.options.map((option) => option.name);
  const values = {};
  let name = names[0];
  let at = 0;
  for (const mark of rest.matchAll(/(?:^|\s)([\p{L}\p{N}_-]+):/gu)) {
    if (!names.includes(mark[1])) continue;
    keep(values, name, rest.slice(at, mark.index));
    name = mark[1];
    values[name] = "";
    at = mark.index + mark[0].length;
  }
  keep(values, name, rest.slice(at));
  return values;
}

function keep(values, name, text) {
  if (name !== undefined && (text.trim() || name in values)) values[name] = text.trim();
}

/** What may be chosen for an option without asking the bot, as [{name, value, note}], or null when anything goes. */
export function fixedChoices(option, state) {
  if (option.choices?.length) return option.choices;
  // Whom one plays with comes first, then the bot, which plays for practice; oneself is rarely meant.
  const last = (person) => (person.bot ? 1 : person.id === state.me.id ? 2 : 0);
  const people = [...state.people.values()]
    .sort((a, b) => last(a) - last(b))
    .map((person) => ({
      name: person.name,
      value: person.id,
      note: ["", t("App"), t("you")][last(person)],
    }));
  const roles = state.guild.roles.map((role) => ({ name: role.name, value: role.id }));
  switch (option.type) {
    case OPTION.BOOLEAN:
      return [
        { name: t("True"), value: true },
        { name: t("False"), value: false },
      ];
    case OPTION.PERSON:
      return people;
    case OPTION.MENTIONABLE:
      return [...people, ...roles];
    case OPTION.ROLE:
      return roles;
    case OPTION.CHANNEL:
      return [...state.channels.values()]
        .filter((channel) => channel.name)
        .filter((channel) => !option.channel_types?.length || option.channel_types.includes(channel.type))
        .map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
    default:
      return null;
  }
}

/**
 * What was typed for an option, as the value to send: {value} or {problem: sentence}. `picked` is the value of the
 * choice that was taken from the list, if any.
 */
export function readValue(option, text, picked, state) {
  const typed = text.trim();
  if (picked !== undefined) return { value: picked };
  if (option.type === OPTION.FILE) return { problem: t("{option}: the file is still being read.", { option: option.name }) };
  const fixed = fixedChoices(option, state);
  if (fixed) {
    const bare = (each) => String(each).toLowerCase().replace(/^[@#]/, "");
    const id = /^<[@#][!&]?(\d+)>$/.exec(typed)?.[1] ?? typed;
    const found =
      fixed.find((choice) => bare(choice.name) === bare(typed)) ?? fixed.find((choice) => String(choice.value) === id);
    return found ? { value: found.value } : { problem: t("{option}: “{typed}” is not one of the choices.", { option: option.name, typed }) };
  }
  if (option.type === OPTION.WHOLE || option.type === OPTION.NUMBER) {
    const number = Number(typed);
    const whole = option.type === OPTION.WHOLE;
    if (!typed || !Number.isFinite(number) || (whole && !Number.isInteger(number))) {
      return { problem: t(whole ? "{option} must be a whole number." : "{option} must be a number.", { option: option.name }) };
    }
    if (option.min_value !== undefined && number < option.min_value) return { problem: t("{option} must be at least {least}.", { option: option.name, least: option.min_value }) };
    if (option.max_value !== undefined && number > option.max_value) return { problem: t("{option} must be at most {most}.", { option: option.name, most: option.max_value }) };
    return { value: number };
  }
  if (option.min_length && typed.length < option.min_length) return { problem: t("{option} needs at least {least} characters.", { option: option.name, least: option.min_length }) };
  if (option.max_length && typed.length > option.max_length) return { problem: t("{option} can have at most {most} characters.", { option: option.name, most: option.max_length }) };
  return { value: typed };
}
