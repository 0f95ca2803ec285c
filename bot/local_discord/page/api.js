/** Talking with the table: asking, acting, and the stream of what one person gets to see. */

import { t } from "./words.js";

/** The table refused something; the message is a sentence for people. */
export class Refusal extends Error {}

async function ask(path, body) {
  let response;
  try {
    response = await fetch(path, body === undefined ? undefined : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refusal(t("The table can't be reached. Is it still running?"));
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? t("The table could not do that."));
  return answer;
}

export const boot = (person) => ask(person ? `/ui/boot?person=${encodeURIComponent(person.id)}` : "/ui/boot");
export const join = (name) => ask("/ui/people", { name, locale: navigator.language }).then((answer) => answer.person);
export const moveClock = (seconds) => ask("/ui/clock", { seconds });
let doing = Promise.resolve();

/** Do something as a person. Whatever is done arrives in the order in which it was done; what is only asked waits for nothing. */
export function act(person, kind, fields = {}) {
  const send = () => ask("/ui/act", { person: person.id, kind, ...fields });
  if (kind === "autocomplete") return send();
  const sent = doing.then(send);
  doing = sent.catch(() => {});
  return sent;
}

const RETRY_SECONDS = [0.5, 1, 2, 4];

/**
 * Follow what a person sees. The person is found by name every time, so the page finds its place again when the table
 * itself was started anew. `listener` gets `onJoined(person, boot)` before each snapshot, `onEvent(event)`,
 * `onLost(sentence)`.
 */
export class Stream {
  #name;
  #listener;
  #source = null;
  #failures = 0;

  constructor(name, listener) {
    this.#name = name;
    this.#listener = listener;
  }

  async open() {
    try {
      const person = await join(this.#name);
      this.#listener.onJoined(person, await boot(person));
      this.#source = new EventSource(`/ui/stream?person=${encodeURIComponent(person.id)}`);
      this.#source.onmessage = (message) => {
        this.#failures = 0;
        this.#listener.onEvent(JSON.parse(message.data));
      };
      this.#source.onerror = () => this.#lost();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#lost(error.message);
    }
  }

  #lost(sentence) {
    this.#source?.close();
    this.#source = null;
    this.#listener.onLost(sentence);
    const wait = RETRY_SECONDS[Math.min(this.#failures, RETRY_SECONDS.length - 1)];
    this.#failures += 1;
    setTimeout(() => this.open(), wait * 1000);
  }
}
