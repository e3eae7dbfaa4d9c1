import { type Args, quoted } from "@toolgate/core"
import { type ReferenceText, splitReferences, type TextPart, writeParts } from "@toolgate/local-secrets/references"
import { isHeaderValue } from "../http-requests.ts"
import { fillText, refuseArgument } from "./formatArgument.ts"
import { parseTemplate, parseTextTemplate, selectPlaceholders, type TemplatePart } from "./parseTextTemplate.ts"

/** A header of a request. Its value contains secret references or arguments, but not both. */
export type HeaderTemplate =
  | {
      readonly kind: "constant"
      readonly name: string
      /** The value in the syntax of references. Its braces no longer mean arguments. */
      readonly text: ReferenceText
    }
  | { readonly kind: "filled"; readonly name: string; readonly value: ReadonlyArray<TemplatePart> }

/** Reads the value of a header. */
export const readHeader = (name: string, text: string): HeaderTemplate | { readonly fault: string } => {
  const parts = splitReferences(text)
  if ("fault" in parts) return parts
  const bad = parts.some((part) => typeof part === "string" && !isHeaderValue(part))
  if (bad) return { fault: `the header ${quoted(name)} has characters other than those of printable ASCII` }
  const value = parts.flatMap(
    (part): ReadonlyArray<TemplatePart> => (typeof part === "string" ? parseTextTemplate(part) : [])
  )
  if (selectPlaceholders(value).length === 0) {
    if (parts.length === 0) return { fault: `the header ${quoted(name)} is empty` }
    const constant = writeParts(
      parts.map((part) => (typeof part === "string" ? parseTextTemplate(part).join("") : part))
    )
    return typeof constant === "string" ? { kind: "constant", name, text: constant } : constant
  }
  return parts.every((part) => typeof part === "string")
    ? { kind: "filled", name, value }
    : { fault: `the header ${quoted(name)} contains a secret and an argument; use a separate header for each` }
}

/** Returns a header value without argument placeholders, or the problem. */
export const writeHeader = (parts: ReadonlyArray<TextPart>): ReferenceText | { readonly fault: string } =>
  writeParts(parts.map((part) => (typeof part === "string" ? parseTemplate(part) : part)))

/** Fills headers with arguments. A header with an absent argument is omitted. */
export const fillHeaders = (headers: ReadonlyArray<HeaderTemplate>, args: Args): Readonly<Record<string, string>> => {
  const filled: Record<string, string> = {}
  for (const header of headers) {
    if (header.kind === "constant") continue
    const value = fillText(header.value, args, "a header", (text, name) => {
      if (isHeaderValue(text)) return text
      throw refuseArgument(
        name,
        `has characters that are not allowed in a header, and is used in the header ${quoted(header.name)}`
      )
    })
    if (value !== undefined) filled[header.name] = value
  }
  return filled
}
