import { type ArgsOf, defineTool, type Tool } from "@toolgate/core"
import { toStandardJsonSchema } from "@valibot/to-json-schema"
import { type } from "arktype"
import { Type } from "typebox"
import * as v from "valibot"
import { expect, expectTypeOf, it } from "vitest"
import { z } from "zod"
import * as mini from "zod/mini"

const facts = { name: "it", description: "Does nothing.", sideEffects: "NONE" } as const
const zod = z.object({ text: z.string(), limit: z.number().optional() })
const arktype = type({ text: "string", "limit?": "number" })
const valibot = toStandardJsonSchema(v.object({ text: v.string(), limit: v.optional(v.number()) }))
const zodMini = z.toJSONSchema(mini.object({ text: mini.string(), limit: mini.optional(mini.number()) }))

it("infers the input types of a schema for execute", () => {
  interface Expected {
    readonly text: string
    readonly limit?: number | undefined
  }
  expectTypeOf<ArgsOf<typeof zod>>().toExtend<Expected>()
  expectTypeOf<ArgsOf<typeof arktype>>().toExtend<Expected>()
  expectTypeOf<ArgsOf<typeof valibot>>().toExtend<Expected>()
  expectTypeOf<ArgsOf<typeof zodMini>>().toExtend<Expected>()
  expectTypeOf<ArgsOf<z.ZodDefault<z.ZodString>>>().toEqualTypeOf<string | undefined>()
  expectTypeOf<ArgsOf<typeof zod>["text"]>().toEqualTypeOf<string>()
  const box = Type.Object({ text: Type.String() })
  expectTypeOf<ArgsOf<typeof box>>().toEqualTypeOf<{ text: string }>()

  const tools: ReadonlyArray<Tool> = [
    defineTool({ ...facts, parameters: zod, execute: ({ text, limit = 1 }) => text.slice(0, limit) }),
    // @ts-expect-error: a text has no toFixed
    defineTool({ ...facts, parameters: zod, execute: ({ text }) => text.toFixed() }),
    // @ts-expect-error: there is no such argument
    defineTool({ ...facts, parameters: zod, execute: ({ texts }) => texts }),
    // @ts-expect-error: the limit may be absent
    defineTool({ ...facts, parameters: arktype, execute: ({ limit }) => limit + 1 }),
    // @ts-expect-error: a number has no slice
    defineTool({ ...facts, parameters: valibot, make: () => ({ execute: ({ limit = 0 }) => limit.slice() }) }),
    // @ts-expect-error: a text is not a number
    defineTool({ ...facts, parameters: zodMini, execute: ({ text }): number => text })
  ]
  expect(tools.map(({ name }) => name)).toEqual(tools.map(() => "it"))
})
