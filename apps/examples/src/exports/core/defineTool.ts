import assert from "node:assert/strict"
import { createToolgate, defineTool, Type } from "toolgate"

const countWords = defineTool({
  name: "count_words",
  description: "Counts the words of a text.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "NONE",
  execute: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length })
})
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [countWords] })
const { output } = await gate.dispatch({ id: "1", tool: "count_words", args: { text: "to be or not" } })
assert.deepEqual(output.value, { words: 4 })
const { error } = await gate.dispatch({ id: "2", tool: "count_words", args: { text: 4 } })
assert.equal(error?.why, "InvalidArgs")
