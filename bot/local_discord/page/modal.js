/** Forms that the bot opens: Discord's modals. */

import { act, Refusal } from "./api.js";
import { isSelect, KIND, menu } from "./components.js";
import { el, icon, newId } from "./dom.js";
import { markdown } from "./markdown.js";
import { t } from "./words.js";

/**
 * Open a form. `modal` is the stream's event. `doings` tells how the answer fares; `dismissed()` is called when it is
 * closed without being sent.
 */
export function openModal(modal, { state, context, doings, dismissed }) {
  const fields = [];
  const parts = modal.components.map((part) => drawPart(part, { state, context, fields }));
  const trouble = el("p", { class: "error", role: "alert" });
  const send = el("button", { class: "button primary" }, t("Submit"));
  const title = newId("modal");
  let sent = false;

  const submit = async (event) => {
    event.preventDefault();
    trouble.textContent = "";
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    send.disabled = true;
    send.classList.add("pending");
    try {
      const values = Object.fromEntries(fields.map((field) => [field.id, field.value()]));
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const { interaction } = await act(state.me, "modal", { interaction: modal.interaction, fields: filled });
      sent = true;
      if ((await doings.settled(interaction)) === "failed") {
        trouble.textContent = t("{bot} did not answer in time, and this form can't be sent twice. Copy what you wrote, and open it again.", { bot: state.bot.name });
      } else dialog.close();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      trouble.textContent = error.message;
      send.disabled = false;
    }
    send.classList.remove("pending");
  };
  const dialog = el(
    "dialog",
    { class: "modal", "aria-labelledby": title },
    el(
      "form",
      { novalidate: true, onsubmit: submit },
      el(
        "header",
        {},
        el("h2", { id: title }, modal.title),
        el("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close")),
      ),
      el("div", { class: "modal-fields" }, parts, trouble),
      el(
        "footer",
        {},
        el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, t("Cancel")),
        send,
      ),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (!sent) dismissed();
  });
  dialog.dataset.interaction = modal.interaction;
  document.body.append(dialog);
  dialog.showModal();
  (fields[0] ?? { focus: () => send.focus() }).focus();
  return dialog;
}

function drawPart(part, tools) {
  if (part.type === KIND.TEXT) return el("div", { class: "markdown" }, markdown(part.content, tools.context));
  if (part.type === KIND.LABEL) return labelled(part.component, part.label, part.description, tools);
  return part.components.map((control) => labelled(control, control.label, null, tools));
}

function labelled(control, label, description, tools) {
  const required = control.required !== false && control.type !== KIND.CHECKBOX;
  const id = newId("field");
  const help = description ? el("p", { class: "quiet", id: `${id}-help` }, description) : null;
  const wrong = el("p", { class: "error", id: `${id}-error` });
  const make = MAKERS[control.type] ?? (isSelect(control.type) ? selectField : unknown);
  const field = make(control, { id, label, required, ...tools });
  const described = [help && `${id}-help`, `${id}-error`].filter(Boolean).join(" ");
  field.target.setAttribute("aria-describedby", described);
  tools.fields.push({
    id: control.custom_id,
    value: field.value,
    focus: () => field.focusable().focus(),
    check() {
      wrong.textContent = field.problem() ?? "";
      field.target.setAttribute("aria-invalid", String(Boolean(wrong.textContent)));
      return !wrong.textContent;
    },
  });
  const mark = required ? el("span", { class: "required", title: "required" }, " *") : null;
  if (field.group) {
    return el(
      "fieldset",
      { class: "field" },
      el("legend", {}, label, mark),
      help,
      field.element,
      wrong,
    );
  }
  return el("div", { class: "field" }, el("label", { for: id }, label, mark), help, field.element, wrong);
}

function textField(control, { id, required }) {
  const shared = {
    id,
    placeholder: control.placeholder,
    maxlength: control.max_length ?? 4000,
    "aria-required": String(required),
    autocomplete: "off",
  };
  const input = control.style === 2 ? el("textarea", { ...shared, rows: "5" }) : el("input", shared);
  input.value = control.value ?? "";
  return {
    element: input,
    target: input,
    focusable: () => input,
    value: () => input.value,
    problem() {
      const length = input.value.length;
      if (required && !input.value.trim()) return t("Please fill this in.");
      if (length && length < (control.min_length ?? 0)) return t("Please write at least {least} characters.", { least: control.min_length });
      return null;
    },
  };
}

function selectField(control, { id, label, required, state }) {
  const least = required ? Math.max(control.min_values ?? 1, 1) : 0;
  const { element, values } = menu({ ...control, min_values: least }, state, { label });
  element.id = id;
  return {
    element,
    target: element,
    focusable: () => element,
    value: values,
    problem: () => (values().length < least ? (least === 1 ? t("Please choose one.") : t("Please choose at least {least}.", { least })) : null),
  };
}

function ticks(control, { id, required, kind }) {
  const boxes = control.options.map((option) =>
    el("input", { type: kind, name: id, value: option.value, checked: Boolean(option.default) }),
  );
  const group = el(
    "div",
    { class: "ticks", role: kind === "radio" ? "radiogroup" : "group", "aria-required": kind === "radio" ? String(required) : null },
    control.options.map((option, index) =>
      el(
        "label",
        { class: "check" },
        boxes[index],
        el("span", {}, option.label, option.description ? el("span", { class: "quiet" }, option.description) : null),
      ),
    ),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return { element: group, target: group, group: true, focusable: () => boxes.find((box) => box.checked) ?? boxes[0], chosen };
}

function radioField(control, tools) {
  const { chosen, ...field } = ticks(control, { ...tools, kind: "radio" });
  return {
    ...field,
    value: () => chosen()[0],
    problem: () => (tools.required && !chosen().length ? t("Please choose one.") : null),
  };
}

function checkboxesField(control, tools) {
  const { chosen, ...field } = ticks(control, { ...tools, kind: "checkbox" });
  const least = tools.required ? Math.max(control.min_values ?? 1, 1) : 0;
  const most = control.max_values ?? control.options.length;
  return {
    ...field,
    value: chosen,
    problem() {
      const count = chosen().length;
      if (count < least) return least === 1 ? t("Please tick at least one.") : t("Please tick at least {least}.", { least });
      if (count > most) return t("Please tick at most {most}.", { most });
      return null;
    },
  };
}

function checkboxField(control, { id }) {
  const box = el("input", { type: "checkbox", id, checked: Boolean(control.default) });
  return { element: box, target: box, focusable: () => box, value: () => box.checked, problem: () => null };
}

function fileField(control, { required }) {
  const note = el("p", { class: "quiet", tabindex: "-1" }, t("Files can't be attached at this table."));
  return {
    element: note,
    target: note,
    focusable: () => note,
    value: () => undefined,
    problem: () => (required ? t("This form needs a file, so it can't be sent here.") : null),
  };
}

function unknown() {
  const note = el("p", { class: "quiet", tabindex: "-1" }, t("A field that this page can't show."));
  return { element: note, target: note, focusable: () => note, value: () => undefined, problem: () => null };
}

const MAKERS = {
  [KIND.TEXT_INPUT]: textField,
  [KIND.RADIO_GROUP]: radioField,
  [KIND.CHECKBOX_GROUP]: checkboxesField,
  [KIND.CHECKBOX]: checkboxField,
  [KIND.FILE_UPLOAD]: fileField,
};
