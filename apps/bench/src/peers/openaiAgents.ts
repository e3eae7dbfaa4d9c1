import { invokeFunctionTool, RunContext, setTracingDisabled, tool } from "@openai/agents"
import { z } from "zod"
import { assertAllRight } from "../assertAllRight.ts"
import { text } from "../echo.ts"
import type { Peer } from "./Peer.ts"

/** Returns the peer that does what a runner of the Agents SDK does per tool call, without the model. */
export const openaiAgents = async (): Promise<Peer> => {
  setTracingDisabled(true)
  const parameters = z.strictObject({ text: z.string() })
  const execute = async (args: z.infer<typeof parameters>) => args.text
  const tools = new Map([
    ["echo", tool({ name: "echo", description: "Gives its text back.", parameters, execute, timeoutMs: 60_000 })]
  ])
  const runContext = new RunContext()
  let last = 0
  return {
    run: async (times) => {
      let right = 0
      for (let call = 0; call < times; call++) {
        const found = tools.get("echo")
        if (found === undefined) continue
        const input = JSON.stringify({ text })
        const toolCall = { type: "function_call" as const, callId: `call_${++last}`, name: "echo", arguments: input }
        if ((await invokeFunctionTool({ tool: found, runContext, input, details: { toolCall } })) === text) right++
      }
      assertAllRight(right, times)
    }
  }
}
