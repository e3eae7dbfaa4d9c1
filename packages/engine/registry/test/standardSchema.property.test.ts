import type { Json, StandardSchema } from "@toolgate/core"
import { getLeastCount, runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { z } from "zod"
import { registered } from "./ask.ts"

const names = fc.constantFrom("a", "b", "c/d", "~")

/**
 * Schemas of Zod that change nothing. Texts are ASCII, because Zod counts a text in UTF-16 units and JSON Schema in
 * characters.
 */
const schemas = fc.letrec<{ any: z.ZodType; object: z.ZodType }>((tie) => {
  const shape = fc.dictionary(
    names,
    fc.oneof(
      tie("any"),
      tie("any").map((one) => one.optional())
    ),
    { maxKeys: 3 }
  )
  return {
    any: fc.oneof(
      { maxDepth: 3, depthIdentifier: "schema" },
      fc.tuple(fc.nat(2), fc.nat(3)).map(([min, more]) =>
        z
          .string()
          .min(min)
          .max(min + more)
      ),
      fc.constantFrom<z.ZodType>(z.boolean(), z.null(), z.unknown(), z.json(), z.int(), z.email(), z.iso.date()),
      fc
        .tuple(fc.integer({ min: -2, max: 2 }), fc.constantFrom(1, 2, 0.5))
        .map(([min, of]) => z.number().min(min).multipleOf(of)),
      fc.constantFrom<z.ZodType>(z.enum(["a", "bb"]), z.literal(["a", 1, null]), z.string().regex(/^b+$/)),
      tie("any").map((one) => one.nullable()),
      tie("any").map((one) => one.readonly()),
      tie("any").map((one) => one.refine((value) => (JSON.stringify(value) ?? "").length % 5 !== 0)),
      fc.tuple(tie("any"), fc.nat(3)).map(([one, most]) => z.array(one).max(most)),
      fc.tuple(tie("any"), tie("any")).map(([one, other]) => z.union([one, other])),
      // Zod takes an empty list if the first item may be anything, and its JSON Schema does not.
      tie("any").map((rest) => z.tuple([z.boolean()], rest)),
      tie("any").map((one) => z.record(z.string().max(1), one)),
      fc
        .tuple(shape, tie("any"))
        .map(([own, one]) =>
          z.discriminatedUnion("k", [z.object({ ...own, k: z.literal("a") }), z.object({ k: z.literal("bb"), a: one })])
        ),
      tie("object")
    ),
    object: fc
      .tuple(shape, fc.constantFrom(z.object, z.strictObject, z.looseObject))
      .map(([own, make]) => make(own) as z.ZodType)
  }
})

const value = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: "value" },
    fc.constantFrom<Json>("", "a", "b", "bb", "abc", 0, 1, -1, 2.5, 1e21, null, true, "a@b.cd", "2026-05-01"),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.constant("k")), tie("any"), { maxKeys: 3 })
  )
})).any

it("accepts exactly what Zod accepts, unchanged", async () => {
  const seen = { admitted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      schemas.object,
      fc.array(fc.dictionary(names, value, { maxKeys: 3 }), { minLength: 20, maxLength: 20 }),
      async (schema, values) => {
        const tool = registered(schema as unknown as StandardSchema, { schemas: "full" })
        for (const each of values) {
          const given = JSON.parse(JSON.stringify(each))
          const args = await Effect.runPromise(
            Effect.match(tool.parse({ args: given }), {
              onSuccess: (admitted) => admitted,
              onFailure: () => undefined
            })
          )
          const { success } = schema.safeParse(given)
          expect({ given, admitted: args !== undefined }).toEqual({ given, admitted: success })
          if (args !== undefined) expect(args).toEqual(given)
          seen[success ? "admitted" : "refused"]++
        }
      }
    ),
    runs(60)
  )
  expect(Math.min(seen.admitted, seen.refused)).toBeGreaterThanOrEqual(getLeastCount(0.8, runs(60)))
})
