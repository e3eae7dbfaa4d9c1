import { keepsNumber } from "./keepsNumber.ts"

/** Returns what takes the place of a value, which for a number knows how it is written. */
export type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown

/** A number that would become another one, as it is written. `JSON.stringify` writes it so as well. */
export interface ExactNumber {
  readonly rawJSON: string
}

interface RawJson {
  readonly rawJSON: (text: string) => ExactNumber
  readonly isRawJSON: (value: unknown) => value is ExactNumber
}

// The types of the language do not have these functions yet.
const { rawJSON, isRawJSON } = JSON as unknown as RawJson

/** Whether a value is such a number. */
export const isExactNumber: (value: unknown) => value is ExactNumber = isRawJSON

/** Returns what keeps numbers of a text as they are written, where they would become other ones; `undefined` if there are none. */
export const exactNumbers = (text: string): Reviver | undefined =>
  // Others have at most 15 digits, and are neither very large nor very small.
  /\d[\d.]{15}|\d[eE][+-]?\d{3}/.test(text)
    ? (_, value, { source = "" }) => (typeof value === "number" && !keepsNumber(source) ? rawJSON(source) : value)
    : undefined
