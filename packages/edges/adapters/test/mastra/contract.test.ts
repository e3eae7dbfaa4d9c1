import { Agent } from "@mastra/core/agent"
import { createTools } from "../../src/mastra.ts"
import { getAnswers } from "../ai-sdk/getAnswers.ts"
import { createModel } from "../ai-sdk/mockModel.ts"
import type { Run, RunEnd } from "../contract/Framework.ts"
import { testAdapter } from "../testAdapter.ts"

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const model = createModel(turns)
  // Mastra bundles its own copy of the model types.
  const made = { id: "a", name: "a", instructions: "", model: model as never }
  const agent = new Agent({ ...made, tools: createTools(session, options) })
  const stream = await agent.stream("go", {
    maxSteps: turns.length + 1,
    ...(signal === undefined ? {} : { abortSignal: signal })
  })
  let printed = ""
  let text: string | undefined
  for await (const chunk of stream.fullStream) {
    if (chunk.type === "tool-output") printed += (chunk.payload.output as { readonly text?: string }).text
    if (chunk.type === "text-delta") text = chunk.payload.text
  }
  return { told: getAnswers(model.doStreamCalls.at(-1)?.prompt), text, deltas: [printed] }
}

testAdapter("Mastra", {
  run,
  denial: "error",
  failure: "error",
  takesFiles: true,
  streams: true,
  validatesFirst: true,
  onUnknownTool: "tells the model"
})
