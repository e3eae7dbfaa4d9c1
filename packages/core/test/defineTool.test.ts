import Type from "typebox"
import { describe, expect, expectTypeOf, it } from "vitest"
import { defineTool, type JsonObject } from "../src/index.ts"

describe("defineTool", () => {
  it("types the arguments from a TypeBox schema", () => {
    defineTool({
      name: "word_count",
      description: "Counts the words of a text.",
      parameters: Type.Object({ text: Type.String(), max: Type.Optional(Type.Integer()) }),
      sideEffects: "NONE",
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ text: string; max?: number }>()
        return args.text.length
      }
    })
  })

  it("types the arguments of a hand-written schema as a JSON object", () => {
    defineTool({
      name: "word_count",
      description: "Counts the words of a text.",
      parameters: { type: "object", properties: { text: { type: "string" } } },
      sideEffects: "NONE",
      execute: (args) => {
        expectTypeOf<JsonObject extends typeof args ? true : false>().toEqualTypeOf<true>()
        return null
      }
    })
  })

  it("types the arguments of a factory's instances", () => {
    defineTool({
      name: "counter",
      description: "Counts.",
      parameters: Type.Object({ by: Type.Integer() }),
      sideEffects: "NONE",
      make: () => {
        let count = 0
        return { execute: ({ by }) => (count += by), cancel: () => true }
      }
    })
  })

  it("types the arguments of a generator, in each form that one can be written in", () => {
    const streams = {
      name: "stream",
      description: "Streams.",
      parameters: Type.Object({ upTo: Type.Integer() }),
      sideEffects: "NONE"
    } as const
    defineTool({
      ...streams,
      execute: async function* ({ upTo }, { signal }) {
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
        expectTypeOf(upTo).toEqualTypeOf<number>()
        yield `${upTo}`
        return { upTo }
      }
    })
    defineTool({
      ...streams,
      async *execute({ upTo }) {
        expectTypeOf(upTo).toEqualTypeOf<number>()
        yield `${upTo}`
      }
    })
    defineTool({
      ...streams,
      make: () => ({
        async *execute({ upTo }) {
          expectTypeOf(upTo).toEqualTypeOf<number>()
          yield `${upTo}`
        }
      })
    })
  })

  it.each([
    ["NONE", 60_000],
    ["READ", 60_000],
    ["WRITE", 60_000],
    ["EXECUTE", 600_000],
    ["NETWORK", 600_000]
  ] as const)("gives a tool of class %s a time-out of %i ms", (sideEffects, timeoutMs) => {
    const tool = defineTool({
      name: "t",
      description: "T.",
      parameters: Type.Object({}),
      sideEffects,
      execute: () => null
    })
    expect(tool.timeoutMs).toBe(timeoutMs)
  })
})
