import { type AskedForm, type FormAnswer, type FormField, findFieldFault, type Json } from "@toolgate/core"

/** The terminal of a form. `line` resolves to what is typed after a prompt, or `undefined` if the question is over. */
export interface FormTerminal {
  readonly line: (prompt: string) => Promise<string | undefined>
  readonly say: (text: string) => Promise<void>
}

/**
 * Asks a person to fill in a form field by field. The form's texts are already escaped, and are indented so that they cannot imitate a line
 * of this program.
 */
export const fillForm = async (form: AskedForm, { line, say }: FormTerminal): Promise<FormAnswer> => {
  if (form.prompt !== undefined) return { action: "decline", reason: "There is no model at this terminal." }
  await say(`\n${form.message}\n`)
  if (form.url !== undefined) {
    await say(`  It wants you to open this page in a browser:\n  ${form.url}\n`)
    return decided(await line("Did you do what the page asked for? [y/N] "))
  }
  const consent = decided(await line("Answer it? [y/N] "))
  if (consent.action !== "accept") return consent
  const content: Record<string, Json> = {}
  for (const [name, field] of Object.entries(form.schema.properties)) {
    const isRequired = form.schema.required?.includes(name) === true
    await say(aboutField(field))
    for (;;) {
      const typed = await line(`  ${name}${hintOf(field, isRequired)}: `)
      if (typed === undefined) return { action: "cancel" }
      const value = typed.trim() === "" ? field.default : typedValue(field, typed.trim())
      if (value === undefined && !isRequired) break
      const fault = value === undefined ? "is needed" : findFieldFault(field, value)
      if (fault === undefined) {
        Object.defineProperty(content, name, { value, enumerable: true })
        break
      }
      await say(`  "${name}" ${fault}.\n`)
    }
  }
  return { action: "accept", content }
}

const decided = (typed: string | undefined): FormAnswer => {
  if (typed === undefined) return { action: "cancel" }
  return /^\s*y(?:es)?\s*$/i.test(typed) ? { action: "accept", content: {} } : { action: "decline" }
}

/** Returns the text above a field's prompt: title, description and choices. */
const aboutField = (field: FormField): string =>
  [field.title, field.description, ...choiceTexts(field)]
    .filter((text) => text !== undefined)
    .map((text) => `    ${text.replaceAll("\n", "\n  ")}\n`)
    .join("")

const choiceTexts = (field: FormField): ReadonlyArray<string> => {
  if (field.type === "boolean") return []
  if (field.type === "array")
    return "enum" in field.items
      ? field.items.enum
      : field.items.anyOf.map(({ const: name, title }) => `${name}: ${title}`)
  if (field.type !== "string") return []
  return (
    field.oneOf?.map(({ const: name, title }) => `${name}: ${title}`) ??
    field.enum?.map((name, at) => (field.enumNames === undefined ? name : `${name}: ${field.enumNames[at]}`)) ??
    []
  )
}

const hintOf = (field: FormField, isRequired: boolean): string => {
  const kind = { string: undefined, number: "number", integer: "whole number", boolean: "y/n", array: "a, b, …" }[
    field.type
  ]
  const empty =
    field.default === undefined ? (isRequired ? undefined : "may be empty") : `empty: ${JSON.stringify(field.default)}`
  const hints = [kind, empty].filter((hint) => hint !== undefined)
  return hints.length === 0 ? "" : ` (${hints.join("; ")})`
}

/** Converts the typed text to the field's type. Text that does not convert is returned unchanged, and the field refuses it. */
const typedValue = (field: FormField, typed: string): Json => {
  switch (field.type) {
    case "number":
    case "integer":
      return Number.isFinite(Number(typed)) ? Number(typed) : typed
    case "boolean":
      return /^(?:y|yes|true)$/i.test(typed) ? true : /^(?:n|no|false)$/i.test(typed) ? false : typed
    case "array":
      return typed.split(",").map((one) => one.trim())
    case "string":
      return typed
  }
}
