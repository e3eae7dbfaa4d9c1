import { type Reference, type TextPart, textParts, variableName, written } from "./references.ts"

declare const isChecked: unique symbol

/**
 * A text in the language of references. The compiler takes no other text for one, so that what somebody else has written becomes one
 * only by a function of this file.
 */
export type ReferenceText = string & { readonly [isChecked]: true }

/** Returns the text of somebody else as one that reads as exactly these characters: `${` is written as `$${`. */
export const literally = (text: string): ReferenceText => text.replaceAll("${", "$$${") as ReferenceText

/** Returns a text of the operator, whose references are meant. */
export const trustReferences = (text: string): ReferenceText => text as ReferenceText

/** Returns a reference to a variable; `undefined` if a variable cannot have the name, or the value for its absence cannot be written. */
export const referenceTo = (name: string, otherwise?: string): Reference | undefined => {
  const reference: Reference = { kind: "env", of: name, ...(otherwise === undefined ? {} : { otherwise }) }
  const read = variableName.test(name) ? textParts(written(reference)) : []
  return isSame(read, [reference]) ? reference : undefined
}

/**
 * Returns the text that has exactly these parts. Parts cannot be written one after the other without looking: "$" and "{env:X}" would
 * make a reference. Returns the problem, as the end of a sentence, where the language has no such text.
 */
export const writeParts = (parts: ReadonlyArray<TextPart>): ReferenceText | { readonly fault: string } => {
  const whole = merged(parts)
  const text = whole.map((part) => (typeof part === "string" ? literally(part) : written(part))).join("")
  if (isSame(textParts(text), whole)) return text as ReferenceText
  return { fault: 'has a "$" directly before a reference, where it would be read as a part of the reference' }
}

/** Whether a text holds a reference. One that cannot be read holds none. */
export const holdsReference = (text: string): boolean => {
  const parts = textParts(text)
  return !("fault" in parts) && parts.some((part) => typeof part !== "string")
}

/** Returns parts with one text in place of several that follow each other. */
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

const isSame = (read: ReturnType<typeof textParts>, parts: ReadonlyArray<TextPart>): boolean =>
  !("fault" in read) &&
  read.length === parts.length &&
  read.every((one, at) => {
    const other = parts[at]
    if (typeof one === "string" || typeof other === "string" || other === undefined) return one === other
    return one.kind === other.kind && one.of === other.of && one.otherwise === other.otherwise
  })
