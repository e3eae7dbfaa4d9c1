import type { Reviver } from "./readJson.ts"

/** An integer that has more digits than a number holds, as it is written. `JSON.stringify` writes it so as well. */
export interface ExactInteger {
  readonly rawJSON: string
}

interface RawJson {
  readonly rawJSON: (text: string) => ExactInteger
  readonly isRawJSON: (value: unknown) => value is ExactInteger
}

// The types of the language do not have these functions yet.
const { rawJSON, isRawJSON } = JSON as unknown as RawJson

/** Whether a value is such an integer. */
export const isExactInteger: (value: unknown) => value is ExactInteger = isRawJSON

/** Returns what keeps integers of a text as they are written, where a number would be another one; `undefined` if there are none. */
export const exactIntegers = (text: string): Reviver | undefined =>
  /\d{16}/.test(text)
    ? (_, value, { source = "" }) =>
        typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? rawJSON(source) : value
    : undefined
