import { defineTool } from "@toolgate/core"
import Type from "typebox"

/** `Echo`: answers with the text it was given, to try out the way of a call without touching anything. */
export const echo = defineTool({
  name: "Echo",
  title: "Echo",
  description: "Returns the text it is given, unchanged, as {text}. Touches nothing.",
  parameters: Type.Object(
    { text: Type.String({ description: "The text to return." }) },
    { additionalProperties: false }
  ),
  output: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  sideEffects: "NONE",
  callers: ["direct", "chain"],
  execute: ({ text }) => ({ text })
})
