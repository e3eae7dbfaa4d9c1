import { isStepCount, streamText } from "ai"
import { createTools } from "../../src/ai-sdk.ts"
import type { Run, RunEnd } from "../contract/Framework.ts"
import { testAdapter } from "../testAdapter.ts"
import { getAnswers } from "./getAnswers.ts"
import { createModel } from "./mockModel.ts"

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const model = createModel(turns)
  const deltas: Array<string> = []
  const { stream } = streamText({
    model,
    tools: createTools(session, options),
    prompt: "go",
    stopWhen: isStepCount(turns.length + 1),
    onError: () => {},
    ...(signal === undefined ? {} : { abortSignal: signal })
  })
  let text: string | undefined
  for await (const part of stream) {
    if (part.type === "tool-result" && part.preliminary === true && typeof part.output === "string")
      deltas.push(part.output)
    if (part.type === "text-delta") text = part.text
  }
  return { told: getAnswers(model.doStreamCalls.at(-1)?.prompt), text, deltas }
}

testAdapter("AI SDK", {
  run,
  denial: "denial",
  failure: "error",
  takesFiles: true,
  streams: true,
  validatesFirst: false,
  onUnknownTool: "tells the model"
})
