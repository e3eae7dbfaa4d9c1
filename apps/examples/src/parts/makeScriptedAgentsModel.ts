import { type Model, type ModelRequest, Usage } from "@openai/agents"
import type { Script } from "./Script.ts"

/** Returns an offline model of the OpenAI Agents SDK: it makes a script's calls, and then repeats the answers. */
export const makeScriptedAgentsModel = (script: Script): Model => ({
  getResponse: async ({ input }) => {
    const items = typeof input === "string" ? [{ type: "message", role: "user", content: input } as const] : input
    const begins = items.findLastIndex((item) => "role" in item && item.role === "user")
    const since = items.slice(begins + 1)
    const calls = script(textOf(items[begins]), since.filter(({ type }) => type === "function_call").length)
    const text = since.flatMap(toldOf).join("\n") || "Write to me: read FILE, or: write FILE TEXT."
    const said = {
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text }]
    } as const
    const made = calls.map(({ id, tool, args }) => ({
      type: "function_call" as const,
      callId: id,
      name: tool,
      arguments: JSON.stringify(args),
      status: "completed" as const
    }))
    return { usage: new Usage(), output: made.length === 0 ? [{ ...said, content: [...said.content] }] : made }
  },
  getStreamedResponse: () => {
    throw new Error("The scripted model does not stream.")
  }
})

type Item = Exclude<ModelRequest["input"], string>[number]

const textOf = (item: Item | undefined): string => {
  if (item === undefined || !("content" in item)) return ""
  const { content } = item
  if (typeof content === "string") return content
  return (content ?? []).flatMap((part) => (part.type === "input_text" ? part.text : [])).join("\n")
}

const toldOf = (item: Item): ReadonlyArray<string> => {
  if (item.type !== "function_call_result") return []
  const { output } = item
  if (typeof output === "string") return [output]
  return "text" in output ? [output.text] : []
}
