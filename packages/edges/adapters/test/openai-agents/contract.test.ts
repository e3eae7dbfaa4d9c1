import { Agent, setTracingDisabled } from "@openai/agents"
import { createTools } from "../../src/openai-agents.ts"
import type { Run, RunEnd } from "../contract/Framework.ts"
import { testAdapter } from "../testAdapter.ts"
import { getAnswers, openEndpoint } from "./fakeEndpoint.ts"

setTracingDisabled(true)

const run = async ({ session, turns, options, signal }: Run): Promise<RunEnd> => {
  const { requests, runner } = await openEndpoint(turns)
  const agent = new Agent({ name: "Assistant", tools: createTools(session, options) })
  const ended = await runner
    .run(agent, "go", { maxTurns: turns.length + 1, ...(signal === undefined ? {} : { signal }) })
    .catch((cause) => {
      if (signal?.aborted === true) return undefined
      throw cause
    })
  return { told: getAnswers(requests.at(-1)?.input ?? []), text: ended?.finalOutput, deltas: [] }
}

testAdapter("OpenAI Agents SDK", {
  run,
  denial: "result",
  failure: "result",
  takesFiles: true,
  streams: false,
  validatesFirst: false,
  onUnknownTool: "gives up",
  dropsRepeats: true
})
