import type { JsonObject, Refused, ToolCall } from "@toolgate/core"
import { inheritedNames } from "@toolgate/testing/hostile"
import { describe, expect, it } from "vitest"
import { answer, messageOf, parseText, parseValue, registered } from "./ask.ts"

const parameters = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    mode: { enum: ["r", "rw"] },
    lines: { type: "integer", minimum: 1, maximum: 10 },
    tags: { type: "array", items: { type: "string", pattern: "^[a-z]+$" }, uniqueItems: true, maxItems: 3 }
  },
  required: ["path"],
  additionalProperties: false
}
const open = { type: "object" }
const answerTo = (schema: JsonObject, call: Pick<ToolCall, "args" | "argsText">) =>
  answer(registered(schema).parse(call))

describe("arguments as a value", () => {
  it("become a frozen copy", () => {
    const given = { path: "a", tags: ["x"] }
    const parsed = answerTo(parameters, { args: given }) as unknown as typeof given
    expect(parsed).toEqual(given)
    expect(parsed).not.toBe(given)
    expect(parsed.tags).not.toBe(given.tags)
    expect([parsed, parsed.tags].every(Object.isFrozen)).toBe(true)
  })

  it("read every getter once", () => {
    let reads = 0
    const given = {
      get path() {
        return reads++ === 0 ? "good" : "evil"
      }
    }
    expect(answerTo(parameters, { args: given })).toEqual({ path: "good" })
    expect(reads).toBe(1)
  })

  it("keep own string keys and omit symbols, inherited keys and undefined", () => {
    const given = Object.assign(Object.create(null), { a: 1, b: undefined, [Symbol("s")]: {} })
    const parsed = answerTo(open, { args: given })
    expect(Reflect.ownKeys(parsed)).toEqual(["a"])
  })

  it("keep __proto__ as an own key", () => {
    for (const args of [{ argsText: '{"__proto__": {"a": 1}}' }, { args: JSON.parse('{"__proto__": {"a": 1}}') }]) {
      const parsed = answerTo(open, args)
      expect(Object.keys(parsed)).toEqual(["__proto__"])
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
      expect("a" in parsed).toBe(false)
    }
  })

  it.each([
    ["a function", () => 1, "is a function"],
    ["a symbol", Symbol("secret"), "is a symbol"],
    ["a bigint", 12345n, "is a bigint"],
    ["NaN", Number.NaN, "is not a finite number"],
    ["Infinity", Number.POSITIVE_INFINITY, "is not a finite number"],
    ["a Date", new Date(0), "is an instance of a class"],
    ["a Map", new Map([["secret", 1]]), "is an instance of a class"],
    ["a Buffer", Buffer.from("secret"), "is an instance of a class"],
    ["a boxed string", new String("secret"), "is an instance of a class"],
    ["a hole", [undefined], "is undefined"]
  ])("refuse %s, naming the place and not the value", (_what, given, reason) => {
    const message = parseValue(open, { "a/b": [0, { c: given }] })
    expect(message).toContain('Arguments of "it" are invalid: the value at "/a~1b/1/c')
    expect(message).toContain(reason)
    expect(message).not.toContain("secret")
  })

  it("refuse cycles, endless structures and getters that throw", () => {
    const itself: Record<string, unknown> = {}
    itself.again = itself
    expect(parseValue(open, itself)).toMatch(/contains itself/)
    let doubled: unknown = 1
    for (let level = 0; level < 100; level++) doubled = [doubled, doubled]
    expect(parseValue(open, { doubled })).toMatch(/too many values/)
    const hostile = {
      get a(): never {
        throw new Error("secret")
      }
    }
    expect(parseValue(open, hostile)).toBe('Arguments of "it" must be a JSON object; the value could not be read.')
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(parseValue(open, { proxy })).toMatch(/could not be read/)
  })

  it.each([
    [null, "null"],
    [[{}], "an array"],
    ["{}", "a string"],
    [3, "a number"],
    [true, "a boolean"]
  ])("are refused if they are %j", (value, kind) => {
    expect(parseValue(open, value)).toBe(`Arguments of "it" must be a JSON object, not ${kind}.`)
    expect(parseText(open, JSON.stringify(value))).toBe(`Arguments of "it" must be a JSON object, not ${kind}.`)
  })

  it.each([
    [{}, 'Arguments of "it" are missing; send a JSON object, {} where there are none.'],
    [{ args: undefined }, 'Arguments of "it" are missing; send a JSON object, {} where there are none.'],
    [
      { args: {}, argsText: "{}" },
      'Arguments of "it" must come as a value in "args" or as JSON text in "argsText", not as both; leave one of them out.'
    ],
    [{ argsText: {} }, 'Arguments of "it" must be a string in "argsText"; send a value in "args".']
  ])("come as a value or as text, and not as %j", (call, message) => {
    expect(messageOf(registered(open).parse(call as { args: unknown }))).toBe(message)
  })
})

describe("arguments as text", () => {
  it("are parsed once and deeply frozen", () => {
    const parsed = answerTo(parameters, { argsText: ' {"path": "{\\"a\\": 1}", "tags": ["x"]} ' }) as JsonObject
    expect(parsed).toEqual({ path: '{"a": 1}', tags: ["x"] })
    expect([parsed, parsed.tags].every(Object.isFrozen)).toBe(true)
  })

  it("keep the names of the text, regardless of earlier texts", () => {
    expect(answerTo(open, { argsText: '{"here":1,"\\\\":2}' })).toEqual({ here: 1, "\\": 2 })
    expect(answerTo(open, { argsText: '{"here":1,"\\n":2}' })).toEqual({ here: 1, "\n": 2 })
  })

  it("report the position of a syntax error without quoting the text", () => {
    expect(parseText(open, '{"a": "secret"\n "b": 1}')).toBe(
      'Arguments of "it" cannot be read as JSON: at line 2, column 2, "," or "}" is expected.'
    )
    expect(answer(registered(open).parse({ argsText: '{"a": secret}' }))).toMatchObject({
      why: "InvalidArgs",
      class: "validation_error",
      slug: "invalid_args",
      message: 'Arguments of "it" cannot be read as JSON: at line 1, column 7, a value is expected.',
      details: { line: 1, column: 7 }
    })
  })

  it.each(["", " ", " \n\t\r", "\ufeff"])("that are %j count as {}", (text) => {
    expect(answerTo(open, { argsText: text })).toEqual({})
    expect(Object.isFrozen(answerTo(open, { argsText: text }))).toBe(true)
    expect(parseText(parameters, text)).toBe(parseText(parameters, "{}"))
    expect(parseText(parameters, text)).toContain('"/path" is missing')
  })

  it.each(["null", '""', "undefined", "[]"])("that are %j are refused", (text) => {
    expect(parseText(open, text)).toMatch(/^Arguments of "it" (must be a JSON object|cannot be read as JSON)/)
  })

  it("refuse a property that is given twice, at any depth and in any spelling", () => {
    expect(parseText(open, '{"path": "/a", "path": "/b"}')).toBe(
      'Arguments of "it" cannot be read as JSON: at line 1, column 16, the property "path" is given twice.'
    )
    for (const twice of ['[{"a":{"b":1,"c":":","b":2}}]', '{"\\u0061":1,"a":2}', '{"__proto__":1,"__proto__":1}'])
      expect(parseText(open, `{"x":${twice}}`)).toMatch(/is given twice/)
    expect(parseText(open, '{"a":{"a":1},"b":[{"a":":\\\\"},{"a":"\\":\\""}]}')).toBe(undefined)
  })

  it("refuse a number that overflows", () => {
    expect(parseText(open, '{"a": 1e999}')).toMatch(/"\/a" is not a finite number/)
  })

  it("refuse a text of more than 16 Mi characters before reading it", () => {
    expect(parseText(open, " ".repeat(16 * 1024 * 1024 + 1))).toMatch(/are longer than 16777216 characters/)
  })

  it.each(["[", '{"a":'])("refuse 100,000 times %j, closed or not, without overflowing", (opening) => {
    const closing = opening === "[" ? "]" : "}"
    const deep = `{"a":${opening.repeat(100_000)}1${closing.repeat(100_000)}}`
    expect(parseText(open, deep)).toMatch(/deeper than 128 levels/)
    expect(parseValue(open, JSON.parse(deep))).toMatch(/deeper than 128 levels/)
    expect(parseText(open, opening.repeat(100_000))).toMatch(/cannot be read as JSON/)
  })
})

describe("violations", () => {
  it("name a known format instead of its long pattern", () => {
    const text = (more: object): JsonObject => ({ type: "object", properties: { a: { type: "string", ...more } } })
    const long = `^${"[a-z0-9]".repeat(10)}$`
    const refusal = (more: object) => parseValue(text(more), { a: "?" })
    const pattern = `a string that matches the pattern "${long}" is expected.`
    expect(refusal({ format: "email", pattern: long })).toBe(
      'Arguments of "it" are invalid: at "/a" a string of the format "email", such as ann@example.com, is expected.'
    )
    expect(refusal({ format: "email", pattern: "^[a-z]+$" })).toMatch(/matches the pattern "\^\[a-z\]\+\$" is expected/)
    for (const format of ["of-an-app", "constructor", undefined])
      expect(refusal(format === undefined ? { pattern: long } : { format, pattern: long })).toContain(pattern)
  })

  it("name the description instead of its long pattern", () => {
    const text = { type: "string", pattern: `^${"[a-z0-9]".repeat(10)}$`, description: "Ten letters." }
    const schema: JsonObject = { type: "object", properties: { a: text, b: { ...text, pattern: "^[a-z]+$" } } }
    expect(parseValue(schema, { a: "?", b: "?" })).toMatch(
      /at "\/a" a string as described \("Ten letters."\) is expected; at "\/b" a string that matches the pattern/
    )
  })

  it("explain a pattern for non-blank texts", () => {
    const schema: JsonObject = { type: "object", properties: { a: { type: "string", pattern: "\\S" } } }
    expect(parseValue(schema, { a: " " })).toMatch(/at "\/a" a string that is not blank is expected/)
  })

  it("are all listed, each with its pointer", () => {
    const refusal = answerTo(parameters, { args: { mode: "secret", lines: 0.5, tags: ["A", 1], "x/y": 1 } })
    expect(refusal).toMatchObject({
      why: "InvalidArgs",
      message: [
        'Arguments of "it" are invalid: "/path" is missing',
        '"/x~1y" is not a known property',
        'at "/mode" one of "r", "rw" is expected',
        'at "/lines" a whole number is expected',
        'at "/lines" a number of at least 1 is expected',
        'at "/tags/0" a string that matches the pattern "^[a-z]+$" is expected',
        'at "/tags/1" a string is expected.'
      ].join("; ")
    })
    expect((refusal as unknown as { details: JsonObject }).details).toMatchObject({
      more: 0,
      violations: expect.arrayContaining([
        { pointer: "/x~1y", keyword: "additionalProperties", message: '"/x~1y" is not a known property' }
      ])
    })
  })

  it("suggest the most similar property", () => {
    expect(parseValue(parameters, { path: "a", Lines: 1 })).toBe(
      'Arguments of "it" are invalid: "/Lines" is not a known property (did you mean "lines"?).'
    )
  })

  it("never show an argument's value, and cut and escape its names", () => {
    const secret = "sk-secret"
    const message = parseValue(parameters, {
      path: [secret],
      mode: secret,
      tags: [secret, secret, secret, secret],
      ["\u202e\n".repeat(500)]: secret
    })
    expect(message).not.toContain(secret)
    expect(message).toContain("\\u202e\\n")
    expect(message).not.toMatch(/[\n\u202e]/)
    expect(message?.length).toBeLessThan(1500)
  })

  it("are limited to twenty, with the number of the others", () => {
    const texts = { type: "object", properties: { a: { type: "array", items: { type: "string" } } } }
    const given = { a: Array.from({ length: 33 }, (_, index) => index) }
    expect(parseValue(texts, given)).toContain('at "/a/19" a string is expected; and 13 more.')
    const refusal = answerTo(texts, { args: given }) as Refused
    expect(refusal.details).toMatchObject({ more: 13, violations: { length: 20 } })
  })

  it("of a huge value stop at the first", () => {
    const tags = new Array(900_000).fill(1)
    expect(
      parseValue({ type: "object", properties: { tags: { type: "array", items: { type: "string" } } } }, { tags })
    ).toBe(
      'Arguments of "it" are invalid: at "/tags/0" a string is expected; there may be more, which were not looked for in so large a value.'
    )
  })

  it("do not treat members of Object.prototype as present", () => {
    for (const name of inheritedNames)
      expect(parseValue({ type: "object", required: [name] }, {})).toBe(
        `Arguments of "it" are invalid: "/${name}" is missing.`
      )
  })

  it("do not convert, trim or fill in values", () => {
    const typed = { type: "object", properties: { n: { type: "number", default: 1 }, b: { type: "boolean" } } }
    expect(parseValue(typed, { n: "1" })).toMatch(/a number is expected/)
    expect(parseValue(typed, { b: "true" })).toMatch(/true or false is expected/)
    expect(answerTo(typed, { args: {} })).toEqual({})
  })

  it("of an explosive pattern take linear time", () => {
    const exploding = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } }
    expect(parseValue(exploding, { a: `${"a".repeat(100_000)}!` })).toMatch(/matches the pattern/)
    expect(parseValue(exploding, { a: "a".repeat(100_000) })).toBe(undefined)
  })

  it("are reported separately for two patterns", () => {
    const two = {
      type: "object",
      properties: { a: { type: "string", pattern: "^a$" }, b: { type: "string", pattern: "^b$" } }
    }
    expect(parseValue(two, { a: "a", b: "b" })).toBe(undefined)
    expect(parseValue(two, { a: "b", b: "b" })).toMatch(/at "\/a" a string that matches the pattern "\^a\$"/)
  })

  it("of uniqueItems are found by value, in linear time", () => {
    const unique = { type: "object", properties: { l: { type: "array", uniqueItems: true } } }
    expect(parseValue(unique, { l: [1, "1", true, null, [1], { a: 1, b: 2 }, { a: 1 }, 0] })).toBe(undefined)
    expect(
      parseValue(unique, {
        l: [
          { a: 1, b: [2] },
          { b: [2], a: 1 }
        ]
      })
    ).toMatch(/of distinct items/)
    expect(parseValue(unique, { l: [0, -0] })).toMatch(/of distinct items/)
    expect(parseValue(unique, { l: Array.from({ length: 100_000 }, (_, index) => ({ index })) })).toBe(undefined)
  })

  it("of multipleOf are found in decimal", () => {
    const cents = { type: "object", properties: { price: { type: "number", multipleOf: 0.01 } } }
    expect(parseValue(cents, { price: 19.99 })).toBe(undefined)
    expect(parseValue(cents, { price: 1e300 })).toBe(undefined)
    for (const price of [19.999, 5e-324, 1e-10])
      expect(parseValue(cents, { price })).toMatch(/a multiple of 0.01 is expected/)
  })
})
