import { defineTool } from "@toolgate/core"
import { echoParameters } from "../echo.ts"

/** Gives its text back, as a structured result: a runner is not answered with less. */
export const echo = defineTool({
  name: "echo",
  description: "Gives its text back.",
  parameters: echoParameters,
  sideEffects: "NONE",
  execute: async ({ text }) => ({ text })
})

/** A small answer, however large the call. */
export const length = defineTool({
  name: "length",
  description: "Says how long a text is.",
  parameters: echoParameters,
  sideEffects: "NONE",
  execute: async ({ text }) => ({ length: text.length })
})
