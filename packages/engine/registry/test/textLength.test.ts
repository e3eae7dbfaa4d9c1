import { expect, it } from "vitest"
import { checkSchema } from "../src/checkSchema.ts"
import { makeSchemaValidator } from "../src/makeSchemaValidator.ts"
import { hasAtLeast, hasAtMost } from "../src/textLength.ts"

/** A text that throws when its characters are read. */
const unread = (length: number) =>
  Object.defineProperty({ length }, Symbol.iterator, {
    get: () => {
      throw new Error("The characters were counted.")
    }
  }) as unknown as string

it("does not count characters if code units decide", () => {
  expect(hasAtMost(unread(10_000_000), 10_000_000)).toBe(true)
  expect(hasAtMost(unread(20_000_001), 10_000_000)).toBe(false)
  expect(hasAtLeast(unread(2), 1)).toBe(true)
  expect(hasAtLeast(unread(2), 3)).toBe(false)
  expect(() => hasAtMost(unread(11), 10)).toThrow("counted")
  expect(() => hasAtLeast(unread(11), 10)).toThrow("counted")
})

it.each([
  ["", 0],
  ["ab", 2],
  ["a😀", 2],
  ["😀😀😀", 3],
  // A lone surrogate counts as a character.
  ["\ud83d\ud83d", 2]
])("counts the characters of %j as %d", (text, characters) => {
  for (const bound of [0, 1, 2, 3, 4]) {
    expect(hasAtMost(text, bound)).toBe(characters <= bound)
    expect(hasAtLeast(text, bound)).toBe(characters >= bound)
  }
})

it("names the limit, even in a very large value", () => {
  const properties = { a: { type: "string", minLength: 2, maxLength: 3 } }
  const checked = checkSchema("parameters", { type: "object", properties }, "full")
  if (!("schema" in checked)) throw new Error("The schema is wrong.")
  const { accepts, explain } = makeSchemaValidator(checked)
  const said = (a: string, nodes: number) =>
    accepts({ a }) ? [] : explain({ a }, nodes).violations.map((one) => one.message)
  for (const nodes of [2, 1_000_000]) {
    expect(said("😀😀😀", nodes)).toEqual([])
    expect(said("😀", nodes)).toEqual(['at "/a" a string of at least 2 characters is expected'])
    expect(said("😀😀😀😀", nodes)).toEqual(['at "/a" a string of at most 3 characters is expected'])
  }
})
