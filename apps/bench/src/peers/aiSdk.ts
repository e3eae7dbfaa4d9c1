import { executeTool, safeValidateTypes, tool } from "@ai-sdk/provider-utils"
import { z } from "zod"
import { assertAllRight } from "../assertAllRight.ts"
import { text } from "../echo.ts"
import type { Peer } from "./Peer.ts"

/**
 * Returns the peer that does what `generateText` does per tool call, without the model: look up, validate, execute, and
 * take the final output.
 */
export const aiSdk = async (): Promise<Peer> => {
  const inputSchema = z.strictObject({ text: z.string() })
  const tools = new Map([
    ["echo", tool({ inputSchema, contextSchema: z.object({ user: z.string() }), execute: async (input) => input.text })]
  ])
  let last = 0
  return {
    run: async (times) => {
      let right = 0
      for (let call = 0; call < times; call++) {
        const found = tools.get("echo")
        const input = await safeValidateTypes({ value: { text }, schema: inputSchema })
        if (found === undefined || !input.success) continue
        const options = { toolCallId: `call_${++last}`, messages: [], context: { user: "bench" } }
        for await (const part of executeTool({ tool: found, input: input.value, options }))
          if (part.type === "final" && part.output === text) right++
      }
      assertAllRight(right, times)
    }
  }
}
