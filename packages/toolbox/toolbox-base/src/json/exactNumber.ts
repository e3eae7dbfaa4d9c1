import { isNumberExact } from "./isNumberExact.ts"

/** A reviver for `JSON.parse` that also sees a number's source text. */
export type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown

/** A number that JavaScript would change, as source text. `JSON.stringify` writes it unchanged. */
export interface ExactNumber {
  readonly rawJSON: string
}

interface RawJson {
  readonly rawJSON: (text: string) => ExactNumber
  readonly isRawJSON: (value: unknown) => value is ExactNumber
}

// TypeScript does not have these functions yet.
const { rawJSON, isRawJSON } = JSON as unknown as RawJson

/** Whether a value is an `ExactNumber`. */
export const isExactNumber: (value: unknown) => value is ExactNumber = isRawJSON

/** Returns a reviver that preserves numbers which JavaScript would change; `undefined` if the text has none. */
export const findExactNumbers = (text: string): Reviver | undefined =>
  // All other numbers have at most 15 digits and a small exponent.
  /\d[\d.]{15}|\d[eE][+-]?\d{3}/.test(text)
    ? (_, value, { source = "" }) => (typeof value === "number" && !isNumberExact(source) ? rawJSON(source) : value)
    : undefined
