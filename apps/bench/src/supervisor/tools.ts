import { defineTool } from "@toolgate/core"
import { echoParameters } from "../echo.ts"

/** A tool that returns its text as a structured result, which a runner's answer requires. */
export const echo = defineTool({
  name: "echo",
  description: "Gives its text back.",
  parameters: echoParameters,
  sideEffects: "NONE",
  execute: async ({ text }) => ({ text })
})

/** A tool with a small answer to calls of any size. */
export const length = defineTool({
  name: "length",
  description: "Says how long a text is.",
  parameters: echoParameters,
  sideEffects: "NONE",
  execute: async ({ text }) => ({ length: text.length })
})
