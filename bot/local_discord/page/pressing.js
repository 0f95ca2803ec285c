/** Presses: a finger that comes down on something is lifted from the same thing, however much happens meanwhile. */

const PRESSED = "a, button, input, label, summary, [role='option']";
const PRESSED_BY_SPACE = "button, summary";
/** A finger that rests longer than this reads, drags or has left the page unseen; it holds up nothing. */
const LONGEST_MILLISECONDS = 2000;
/** After a touch the click is a thing of its own that comes a moment later, or never where the touch was none. */
const CLICK_MILLISECONDS = 300;

/**
 * Holds back what would change the page while someone presses. A browser makes a click of a press only if what was
 * under the finger when it came down is still there when it is lifted: a message that is drawn anew in between, or grows
 * and pushes the others away, would swallow it.
 */
export class Presses {
  #timer = null;
  #waiting = [];

  constructor() {
    const listen = (type, listener) => document.addEventListener(type, listener, true);
    const begin = (event, what) => {
      if (event.target instanceof Element && event.target.closest(what)) this.#hold(LONGEST_MILLISECONDS);
    };
    const end = (milliseconds) => {
      if (this.#timer !== null) this.#hold(milliseconds);
    };
    listen("pointerdown", (event) => begin(event, PRESSED));
    listen("pointerup", () => end(CLICK_MILLISECONDS));
    listen("pointercancel", () => end(0));
    listen("keydown", (event) => event.key === " " && !event.repeat && begin(event, PRESSED_BY_SPACE));
    listen("keyup", (event) => event.key === " " && end(CLICK_MILLISECONDS));
    // Other click listeners run first.
    listen("click", () => end(0));
  }

  /** Do something that may change what is on the page: at once, or when nothing is pressed any more. */
  afterwards(what) {
    if (this.#timer === null) what();
    else this.#waiting.push(what);
  }

  #hold(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lift(), milliseconds);
  }

  #lift() {
    this.#timer = null;
    // Each by itself: where one comes to grief, the others are still done.
    this.#waiting.splice(0).forEach(queueMicrotask);
  }
}
