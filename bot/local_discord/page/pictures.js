/** Pictures, files and the large view of a picture. */

import { el, icon } from "./dom.js";
import { t } from "./words.js";

/** A file's address at this page's own origin: the table may be known here by another name of the same machine. */
export function local(address) {
  const url = new URL(address, location.href);
  return url.pathname.startsWith("/cdn/") ? url.pathname + url.search : address;
}

/** A picture as a button that enlarges it. `media`: url, width, height; `label`: its alt text. */
export function picture(media, { label, spoiler = false, kind = "picture" }) {
  const image = el("img", {
    src: local(media.proxy_url ?? media.url),
    alt: label ?? "",
    width: media.width,
    height: media.height,
  });
  if (media.width && media.height) image.style.aspectRatio = `${media.width} / ${media.height}`;
  const button = el("button", { type: "button", class: kind, title: label ? null : t("A picture without a description") }, image);
  if (!label) button.setAttribute("aria-label", t("A picture without a description"));
  let covered = spoiler;
  button.classList.toggle("covered", covered);
  if (covered) button.setAttribute("aria-label", t("Spoiler: press to show the picture"));
  button.addEventListener("click", () => {
    if (covered) {
      covered = false;
      button.classList.remove("covered");
      button.removeAttribute("aria-label");
      return;
    }
    enlarge(media, label);
  });
  return button;
}

function enlarge(media, label) {
  const address = local(media.url);
  const image = el("img", { src: address, alt: label ?? "", width: media.width, height: media.height });
  const frame = el("div", { class: "frame", tabindex: "0", role: "group", "aria-label": t("Picture; press Enter for its full size") }, image);
  const zoom = () => frame.classList.toggle("full");
  frame.addEventListener("click", zoom);
  frame.addEventListener("keydown", (event) => {
    if (event.key === "Enter") zoom();
  });
  const dialog = el(
    "dialog",
    { class: "large", "aria-label": t("Picture") },
    el(
      "div",
      { class: "large-bar" },
      el("a", { href: address, target: "_blank", rel: "noopener", class: "button-like" }, t("Open in a new tab")),
      el("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close")),
    ),
    frame,
    label ? el("details", {}, el("summary", {}, t("In words")), el("p", {}, label)) : null,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function size(bytes) {
  if (bytes === undefined) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** A file to download; what is plain text can be read on the spot. */
export function file({ url, filename, size: bytes, content_type: type = "", description }) {
  const address = local(url);
  const card = el(
    "div",
    { class: "file" },
    el(
      "div",
      { class: "file-line" },
      icon("file"),
      el(
        "a",
        { href: address, download: filename, title: description },
        el("span", {}, filename),
        el("span", { class: "quiet" }, size(bytes)),
      ),
    ),
  );
  if (type.startsWith("text/")) {
    const text = el("pre", { tabindex: "0" });
    const reading = el("details", {}, el("summary", {}, t("Read it here")), text);
    reading.addEventListener(
      "toggle",
      async () => {
        const response = await fetch(address);
        text.textContent = response.ok ? await response.text() : t("This file is no longer there.");
      },
      { once: true },
    );
    card.append(reading);
  }
  return card;
}

/** A file that a message has attached: a picture is shown, anything else can be downloaded. */
export function attachment(attached) {
  const shown = attached.content_type?.startsWith("image/");
  if (!shown) return file(attached);
  return picture(attached, { label: attached.description, spoiler: attached.filename.startsWith("SPOILER_") });
}
