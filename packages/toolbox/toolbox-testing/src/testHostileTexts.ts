import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"

/** Creates a text of about this many characters. */
export type MakeText = (length: number) => string

/** A reader of untrusted texts, and hostile inputs: unclosed, repeated, nested and far too many parts. */
export interface HostileReader {
  readonly read: (text: string) => unknown
  readonly texts: Readonly<Record<string, MakeText>>
  /** The length of the shorter text, in characters. */
  readonly length?: number
}

/** Checks that each reader accepts or refuses its texts in linear time. */
export const testHostileTexts = (readers: Readonly<Record<string, HostileReader>>): void => {
  const rows = Object.entries(readers).flatMap(([name, { texts, ...reader }]) =>
    Object.entries(texts).map(([text, make]) => [name, text, { ...reader, make }] as const)
  )
  it.each(rows)("%s reads or refuses %s in linear time", async (_, __, { read, make, length }) => {
    expect(await measureGrowth(read, make, length)).toBeLessThanOrEqual(mostGrowth)
  })
}

/** Hostile texts for JSON readers. */
export const jsonTexts: Readonly<Record<string, MakeText>> = {
  "open lists": repeated("["),
  "open objects": repeated('{"a":'),
  "open text": repeated("\\", '"'),
  "a long number": repeated("0", "1."),
  "many members": (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"m${at}":1`).join(",")}}`,
  "many large numbers": repeated("12345678901234567890,", "[", "1]"),
  "lines before a fault": repeated("\n", "", "x"),
  "halves of characters": repeated("\\ud800", '["', '"]')
}
