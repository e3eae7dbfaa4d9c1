import { formatReference, type Reference, splitReferences, type TextPart, variableName } from "./references.ts"

declare const isChecked: unique symbol

/**
 * A text in which `${…}` is a reference. A distinct type, so that foreign text becomes one only through a function of
 * this file.
 */
export type ReferenceText = string & { readonly [isChecked]: true }

/**
 * Escapes a foreign text, so that it contains no reference: `${` becomes `$${`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { escapeReferences, splitReferences } from "@toolgate/local-secrets/references"
 *
 * // A text from outside stays a text.
 * const foreign = "${env:KEY}"
 * assert.deepEqual(splitReferences(escapeReferences(foreign)), [foreign])
 * ```
 */
export const escapeReferences = (text: string): ReferenceText => text.replaceAll("${", "$$${") as ReferenceText

/**
 * Marks a text of the operator, whose references are intended.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { holdsReference, trustReferences } from "@toolgate/local-secrets/references"
 *
 * // The operator wrote this text, so its reference is meant.
 * const header = trustReferences("Bearer ${env:KEY}")
 * assert.equal(holdsReference(header), true)
 * ```
 */
export const trustReferences = (text: string): ReferenceText => text as ReferenceText

/**
 * Returns a reference to a variable, or `undefined` if the name is not a variable name or the default cannot be
 * formatReference.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeReference } from "@toolgate/local-secrets/references"
 *
 * assert.deepEqual(makeReference("KEY"), { kind: "env", of: "KEY" })
 * // The name is not the name of a variable.
 * assert.equal(makeReference("a key"), undefined)
 * ```
 */
export const makeReference = (name: string, otherwise?: string): Reference | undefined => {
  const reference: Reference = { kind: "env", of: name, ...(otherwise === undefined ? {} : { otherwise }) }
  const read = variableName.test(name) ? splitReferences(formatReference(reference)) : []
  return isSame(read, [reference]) ? reference : undefined
}

/**
 * Writes parts as one text. Plain concatenation is not safe: "$" and "{env:X}" would form a reference. If the parts
 * cannot be formatReference, returns the fault as the end of a sentence.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { writeParts } from "@toolgate/local-secrets/references"
 *
 * const key = { kind: "env", of: "KEY" } as const
 * assert.equal(writeParts(["Bearer ", key]), "Bearer ${env:KEY}")
 * // Two "$" would escape the reference.
 * assert(typeof writeParts(["$", key]) === "object")
 * ```
 */
export const writeParts = (parts: ReadonlyArray<TextPart>): ReferenceText | { readonly fault: string } => {
  const whole = merged(parts)
  const text = whole.map((part) => (typeof part === "string" ? escapeReferences(part) : formatReference(part))).join("")
  if (isSame(splitReferences(text), whole)) return text as ReferenceText
  return { fault: 'has a "$" directly before a reference, where it would be read as a part of the reference' }
}

/**
 * Whether a text contains a reference. A text that cannot be parsed contains no reference.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { escapeReferences, holdsReference } from "@toolgate/local-secrets/references"
 *
 * const text = "Bearer ${env:KEY}"
 * assert.equal(holdsReference(text), true)
 * assert.equal(holdsReference(escapeReferences(text)), false)
 * ```
 */
export const holdsReference = (text: string): boolean => {
  const parts = splitReferences(text)
  return !("fault" in parts) && parts.some((part) => typeof part !== "string")
}

/** Joins adjacent texts. */
const merged = (parts: ReadonlyArray<TextPart>): ReadonlyArray<TextPart> => {
  const all: Array<TextPart> = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part === "") continue
    if (typeof part === "string" && typeof last === "string") all[all.length - 1] = last + part
    else all.push(part)
  }
  return all
}

const isSame = (read: ReturnType<typeof splitReferences>, parts: ReadonlyArray<TextPart>): boolean =>
  !("fault" in read) &&
  read.length === parts.length &&
  read.every((one, at) => {
    const other = parts[at]
    if (typeof one === "string" || typeof other === "string" || other === undefined) return one === other
    return one.kind === other.kind && one.of === other.of && one.otherwise === other.otherwise
  })
