import { LogRedaction } from "@toolgate/redaction"

/** Returns a text without its secrets, and at most `longest` characters of it. */
export const redactText = (text: string): string => {
  const known = redacted.get(text)
  if (known !== undefined) return known
  const [, shown] = LogRedaction.line({}, text.slice(0, longest))
  // Names and rules repeat with every call, ids do not: the cache starts again when it is full.
  if (redacted.size >= mostKept) redacted.clear()
  if (text.length <= longest) redacted.set(text, shown)
  return shown
}

/** Returns a value as JSON text without its secrets. Secrets in `about` are removed from it too. */
export const redactValue = (value: unknown, about: ReadonlyArray<unknown>): string => {
  const [fields] = LogRedaction.line({ value }, "", about)
  const text = JSON.stringify((fields as { readonly value: unknown }).value) ?? ""
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`
}

const redacted = new Map<string, string>()
const mostKept = 4_096
const longest = 256
const longestValue = 8_192
