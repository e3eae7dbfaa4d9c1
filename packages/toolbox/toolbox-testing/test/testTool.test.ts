import { defineTool, ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"
import { testTool } from "../src/testTool.ts"

const countTo = defineTool({
  name: "count_to",
  description: "Counts.",
  parameters: Type.Object({ number: Type.Integer({ minimum: 0 }) }, { additionalProperties: false }),
  sideEffects: "NONE",
  examples: [{ args: { number: 3 }, expect: { value: { counted: 3 } } }],
  execute: async ({ number }, { signal }) => {
    if (number === 13) throw new ToolValidationError({ message: "Nobody counts to 13." })
    for (let at = 0; at < number; at += 1) {
      signal.throwIfAborted()
      if (number > 100) await new Promise((resolve) => setImmediate(resolve))
    }
    return { counted: number }
  }
})

testTool(countTo, {
  good: { name: "counts to a number", args: { number: 5 }, value: { counted: 5 } },
  edge: { name: "counts to nothing", args: { number: 0 }, value: { counted: 0 } },
  bad: [
    { name: "no number", args: {}, says: "number" },
    { name: "a number below nothing", args: { number: -1 }, says: "number" },
    { name: "half a number", args: { number: 0.5 }, says: "number" },
    { name: "a text", args: { number: "five" }, says: "number" },
    { name: "a number that nobody counts to", args: { number: 13 }, says: "Nobody counts to 13" }
  ],
  cancel: { args: { number: 1e9 } },
  worst: { args: { number: 1e9 }, ends: "limit" }
})
