/** Times as people read them, in the person's language and this machine's time zone. */

const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** "in 2 hours", "3 days ago": the largest unit of which there is one and a half, rounded. */
export function relative(moment, now, locale) {
  const seconds = (moment - now) / 1000;
  const [unit, length] = UNITS.find(([name, size]) => Math.abs(seconds) >= size * (name === "second" ? 0 : 0.95))
    ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(Math.round(seconds / length), unit);
}

/** A moment in one of Discord's styles: t T d D f F s S, and R for relative to now. */
export function inStyle(moment, style, now, locale) {
  if (style === "R") return relative(moment, now, locale);
  return new Intl.DateTimeFormat(locale, STYLES[style] ?? STYLES.f).format(moment);
}

/** When a message was written: the hour alone today, with the day before. */
export function written(moment, now, locale) {
  const sameDay = moment.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(locale, sameDay ? STYLES.t : STYLES.s).format(moment);
}

export function day(moment, locale) {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full" }).format(moment);
}

/** The table's clock as it stands in the heading. */
export function clockFace(moment, locale) {
  return new Intl.DateTimeFormat(locale, { weekday: "short", hour: "numeric", minute: "2-digit" }).format(moment);
}

/** A `<time>` that keeps itself current through `refresh`. */
export function timeElement(moment, style, now, locale) {
  const element = document.createElement("time");
  element.dateTime = moment.toISOString();
  element.dataset.style = style;
  element.title = inStyle(moment, "F", now, locale);
  element.textContent = inStyle(moment, style, now, locale);
  return element;
}

/** Bring every relative time under an element up to date. */
export function refresh(root, now, locale) {
  for (const element of root.querySelectorAll('time[data-style="R"]')) {
    const text = relative(new Date(element.dateTime), now, locale);
    if (element.textContent !== text) element.textContent = text;
  }
}
