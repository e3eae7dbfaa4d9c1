import { defineTool } from "@toolgate/core"

/** A tool that runs until it is stopped. */
export const stuck = defineTool({
  name: "stuck",
  description: "Runs until it is told to stop.",
  parameters: { type: "object" },
  sideEffects: "NONE",
  execute: (_args, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", reject))
})
