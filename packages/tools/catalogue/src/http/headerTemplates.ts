import { type Args, quoted } from "@toolgate/core"
import { isHeaderValue } from "@toolgate/http-requests"
import { textParts } from "@toolgate/references"
import { filledText, notSendable } from "./argumentText.ts"
import { placeholdersIn, type TemplatePart, textTemplate } from "./textTemplate.ts"

/** A header of a request. Its value holds references to secrets, or arguments, and never both. */
export type HeaderTemplate =
  | { readonly kind: "constant"; readonly name: string; readonly text: string }
  | { readonly kind: "filled"; readonly name: string; readonly value: ReadonlyArray<TemplatePart> }

/** Reads the value of a header. */
export const readHeader = (name: string, text: string): HeaderTemplate | { readonly fault: string } => {
  const parts = textParts(text)
  if ("fault" in parts) return parts
  const plain = parts.filter((part) => typeof part === "string").join("")
  const bad = parts.some((part) => typeof part === "string" && !isHeaderValue(part))
  if (bad) return { fault: `the header ${quoted(name)} has characters other than those of printable ASCII` }
  const value = textTemplate(plain)
  const placeholders = placeholdersIn(value)
  if (placeholders.length === 0)
    return parts.length === 0 ? { fault: `the header ${quoted(name)} is empty` } : { kind: "constant", name, text }
  return plain.length === text.length || parts.every((part) => typeof part === "string")
    ? { kind: "filled", name, value }
    : { fault: `the header ${quoted(name)} holds a secret and an argument; give each a header of its own` }
}

/** Returns the headers that the arguments fill. One whose argument is absent is left out. */
export const filledHeaders = (headers: ReadonlyArray<HeaderTemplate>, args: Args): Readonly<Record<string, string>> => {
  const filled: Record<string, string> = {}
  for (const header of headers) {
    if (header.kind === "constant") continue
    const value = filledText(header.value, args, "a header", (text, name) => {
      if (isHeaderValue(text)) return text
      throw notSendable(name, `has characters that no header can have, and stands in the header ${quoted(header.name)}`)
    })
    if (value !== undefined) filled[header.name] = value
  }
  return filled
}
