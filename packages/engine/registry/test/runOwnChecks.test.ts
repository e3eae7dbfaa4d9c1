import type { JsonObject, StandardSchema } from "@toolgate/core"
import { toStandardJsonSchema } from "@valibot/to-json-schema"
import { type } from "arktype"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import { TestClock } from "effect/testing"
import * as v from "valibot"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import * as mini from "zod/mini"
import { registered } from "./ask.ts"

const logs: Array<string> = []
const logger = Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))])
const logged = <A>(effect: Effect.Effect<A>) => Effect.runPromise(Effect.provide(effect, logger))

const parsed = (parameters: StandardSchema, value: unknown) =>
  logged(
    Effect.match(registered(parameters).parse({ args: value as JsonObject }), {
      onSuccess: (args): unknown => args,
      onFailure: (refusal) => refusal
    })
  )
const message = (answered: unknown) => (answered as { readonly message?: string }).message

/** Returns a schema of an imaginary library with this `validate`. */
const acting = (validate: (value: JsonObject) => unknown): StandardSchema =>
  ({
    "~standard": {
      version: 1,
      vendor: "acme",
      validate,
      jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) }
    }
  }) as StandardSchema

const period = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    rooms: z.array(z.object({ beds: z.int() })).refine((rooms) => rooms.length !== 13, "thirteen rooms are unlucky")
  })
  .refine(({ from, to }) => from < to, { path: ["to"], message: "must be after the beginning." })
  .check(({ value, issues }) => {
    for (const [at, { beds }] of value.rooms.entries())
      if (beds > 4) issues.push({ code: "custom", input: beds, path: ["rooms", at, "beds"], message: "too many beds" })
  })

describe("the checks of a Standard Schema", () => {
  it("run on values that match the JSON Schema and report all violations with positions", async () => {
    expect(await parsed(period, { from: "2026-05-03", to: "2026-05-01", rooms: [{ beds: 2 }, { beds: 9 }] })).toEqual({
      _tag: "Refused",
      why: "InvalidArgs",
      class: "validation_error",
      slug: "invalid_args",
      message:
        'Arguments of "it" are invalid: at "/to": must be after the beginning; at "/rooms/1/beds": too many beds.',
      details: {
        violations: [
          { pointer: "/to", keyword: "validate", message: 'at "/to": must be after the beginning' },
          { pointer: "/rooms/1/beds", keyword: "validate", message: 'at "/rooms/1/beds": too many beds' }
        ],
        more: 0
      }
    })
    const args = { from: "2026-05-01", to: "2026-05-03", rooms: [] }
    expect(await parsed(period, args)).toEqual(args)
  })

  it("do not run on other values", async () => {
    let ran = 0
    const schema = z.object({ a: z.int().refine(() => ++ran > 0) })
    expect(message(await parsed(schema, { a: "text" }))).toBe(
      'Arguments of "it" are invalid: at "/a" a whole number is expected.'
    )
    expect([ran, await parsed(schema, { a: 1 }), ran]).toEqual([0, { a: 1 }, 1])
  })

  it("may be asynchronous", async () => {
    const schema = z.object({ a: z.string().refine(async (a) => a !== "taken", "is taken already") })
    expect(await parsed(schema, { a: "free" })).toEqual({ a: "free" })
    expect(message(await parsed(schema, { a: "taken" }))).toBe(
      'Arguments of "it" are invalid: at "/a": is taken already.'
    )
    const late = toStandardJsonSchema(
      v.pipeAsync(
        v.objectAsync({ a: v.string() }),
        v.forwardAsync(
          v.checkAsync(async ({ a }) => a !== "taken", "is taken already"),
          ["a"]
        )
      ) as never
    )
    expect(message(await parsed(late, { a: "taken" }))).toBe(
      'Arguments of "it" are invalid: at "/a": is taken already.'
    )
  })

  it("may take as long as the tool and are abandoned when the call ends", async () => {
    const schema = acting(() => new Promise(() => {}))
    const run = Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(Effect.flip(registered(schema, { timeoutMs: 50 }).parse({ args: {} })))
      yield* TestClock.adjust(50)
      return yield* Fiber.join(waiting)
    })
    expect(message(await Effect.runPromise(Effect.provide(run, TestClock.layer())))).toBe(
      'Arguments of "it" could not be checked within 50 ms.'
    )
    const cancelled = Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(registered(schema).parse({ args: {} }), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      return yield* Fiber.await(waiting)
    })
    expect((await Effect.runPromise(cancelled))._tag).toBe("Failure")
  })

  it("refuse the call when they throw, and only log the error", async () => {
    const broken = 'Arguments of "it" could not be checked: one of the schema\'s own checks threw an error.'
    const secret = () => {
      throw new Error("secret")
    }
    for (const schema of [
      z.object({ a: z.string().refine(secret) }),
      z.object({ a: z.string().refine(async () => secret()) }),
      acting(secret),
      acting(async () => secret()),
      acting(() => undefined),
      acting(() => ({ issues: [undefined] })),
      acting(() => ({ issues: [{ path: [{ key: Object.create(null) }] }] })),
      acting(
        () =>
          new Proxy(
            {},
            {
              get: (_, name) => (name === "then" ? undefined : secret())
            }
          )
      )
    ]) {
      expect(message(await parsed(schema, { a: "x" }))).toBe(broken)
    }
    expect(logs.filter((line) => line.includes("secret")).length).toBeGreaterThan(4)
  })

  it("refuse a changed value and keep omitted members", async () => {
    const changed = (pointer: string) =>
      `Arguments of "it" would be changed by the schema at "${pointer}", and a schema may only check.`
    for (const [validate, pointer] of [
      [({ a }: JsonObject) => ({ a, b: 1 }), "/b"],
      [({ a }: JsonObject) => ({ a: { ...(a as JsonObject), c: [1, 3] } }), "/a/c/1"],
      [({ a }: JsonObject) => ({ a: { ...(a as JsonObject), c: [1] } }), "/a/c"],
      [() => ({ a: new Map() }), "/a"],
      [() => ({ a: null }), "/a"],
      [() => [], ""],
      [() => "text", ""]
    ] as const)
      expect(
        message(
          await parsed(
            acting((value) => ({ value: validate(value) })),
            { a: { c: [1, 2] } }
          )
        )
      ).toBe(changed(pointer))
    const url = z.object({ url: z.url() })
    expect(message(await parsed(url, { url: " https://example.org" }))).toBe(changed("/url"))
    expect(
      await parsed(
        acting(() => ({ value: {} })),
        { a: 1 }
      )
    ).toEqual({ a: 1 })
    const meddling = z.object({ a: z.array(z.string()) }).check(({ value }) => {
      value.a.push("b")
    })
    expect(message(await parsed(meddling, { a: [] }))).toBe(changed("/a"))
    const frozen = acting((value) => {
      Object.assign(value, { a: 2 })
      return { value }
    })
    expect(message(await parsed(frozen, { a: 1 }))).toMatch(/threw an error/)
  })

  it("pass unknown members of an open object and refuse those of a strict one", async () => {
    const args = { a: "x", more: [1] }
    expect(await parsed(z.object({ a: z.string() }), args)).toEqual(args)
    expect(message(await parsed(z.strictObject({ a: z.string() }), args))).toBe(
      'Arguments of "it" are invalid: "/more" is not a known property.'
    )
    const loose = registered(z.looseObject({ a: z.string() }), { schemas: "full" })
    expect(await Effect.runPromise(loose.parse({ args: args }))).toEqual(args)
  })

  it("work for every library without quoting arguments", async () => {
    const email = { a: "secret", b: 41 }
    const expected = {
      arktype: [
        type({
          a: type("string").narrow((a, ctx) => a.includes("@") || ctx.mustBe("an address")),
          b: type("number").narrow((b, ctx) => b % 2 === 0 || ctx.mustBe("even"))
        }),
        'at "/a": a must be an address (was another value); at "/b": b must be even (was another value)'
      ],
      valibot: [
        toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.email()), b: v.number() })),
        'at "/a": Invalid email: Received another value'
      ],
      zod: [z.object({ a: z.string().refine(() => false), b: z.number() }), 'at "/a": Invalid input'],
      mini: [
        z.toJSONSchema(mini.object({ a: mini.string().check(mini.refine(() => false)), b: mini.number() })),
        'at "/a": Invalid input'
      ]
    } as unknown as Record<string, [StandardSchema, string]>
    for (const [name, [schema, says]] of Object.entries(expected))
      expect([name, message(await parsed(schema, email))]).toEqual([name, `Arguments of "it" are invalid: ${says}.`])
  })

  it("report at most twenty problems in limited, escaped texts", async () => {
    const many = acting(() => ({ issues: Array.from({ length: 1000 }, (_, at) => ({ message: "no", path: [at] })) }))
    expect(message(await parsed(many, {}))).toMatch(
      /at "\/19": no; and 80 more; there may be more, which were not looked for/
    )
    const long = acting(() => ({ issues: [{ message: `\u202e${"x".repeat(1000)}` }] }))
    expect(message(await parsed(long, {}))).toMatch(
      /^Arguments of "it" are invalid: at the top level: \\u202ex{299}…\.$/
    )
    for (const issues of [[], 7])
      expect(
        message(
          await parsed(
            acting(() => ({ issues })),
            {}
          )
        )
      ).toBe('Arguments of "it" are invalid: the value is not allowed.')
  })
})

describe("the checks of an output's Standard Schema", () => {
  const checked = (output: StandardSchema, value: unknown) => {
    const said = registered({ type: "object" }, { output }).checkOutput(value)
    return logged(Effect.isEffect(said) ? said : Effect.succeed(said))
  }
  const even = "must be even"

  it("report mismatches synchronously or later", async () => {
    for (const output of [
      z.object({ n: z.int().refine((n) => n % 2 === 0, even) }),
      z.object({ n: z.int().refine(async (n) => n % 2 === 0, even) })
    ]) {
      expect(await checked(output, { n: 2, more: 1 })).toBe(undefined)
      expect(await checked(output, { n: 1 })).toBe(
        'The output of "it" does not match its schema: at "/n": must be even.'
      )
      expect(await checked(output, { n: "1" })).toBe(
        'The output of "it" does not match its schema: at "/n" a whole number is expected.'
      )
    }
  })

  it("refuse the result if they throw or change it", async () => {
    expect(
      await checked(
        acting(() => {
          throw new Error("secret")
        }),
        {}
      )
    ).toBe(
      'The output of "it" does not match its schema: it could not be checked: one of the schema\'s own checks threw an error.'
    )
    expect(
      await checked(
        acting(() => ({ value: { a: 1 } })),
        {}
      )
    ).toBe(
      'The output of "it" does not match its schema: it would be changed by the schema at "/a", and a schema may only check.'
    )
  })
})
