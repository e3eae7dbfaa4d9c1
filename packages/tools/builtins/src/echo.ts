import { defineTool } from "@toolgate/core"
import Type from "typebox"

/** The tool `Echo`, which returns its text. Useful to try a gate without side effects. */
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
