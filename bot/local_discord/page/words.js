/** The page's own words, in the language of the person who sits here, or in the browser's before they have sat down. */

import { SPANISH } from "./spanish.js";

const KEPT = "voidream.language";
const language = sessionStorage.getItem(KEPT) ?? navigator.language;

/** A text in the reader's language: “{name}” stands for the value of that name. */
export function t(text, values = {}) {
  const words = language.startsWith("es") ? SPANISH[text] ?? text : text;
  return words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Load the page again if what it shows is in another language than this one, which it speaks from then on. */
export function speak(locale) {
  sessionStorage.setItem(KEPT, locale);
  if (locale.startsWith("es") !== language.startsWith("es")) window.location.reload();
  document.documentElement.lang = locale;
}
