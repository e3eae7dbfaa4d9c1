import type { FormAnswer } from "@toolgate/core"
import { defineTool } from "toolgate"

const noArguments = { type: "object", properties: {}, additionalProperties: false } as const

const name = { type: "object", properties: { name: { type: "string" } }, required: ["name"] } as const

/** Returns tools that ask their caller, and records their calls. */
export const createAskingTools = () => {
  const runs: Array<{ readonly tool: string; readonly signal: AbortSignal; answer?: FormAnswer }> = []
  const asking = (tool: string, form: { readonly schema: typeof name } | { readonly url: string }, message: string) =>
    defineTool({
      name: tool,
      description: "Asks.",
      sideEffects: "NONE",
      parameters: { type: "object", properties: { note: { type: "string" } }, additionalProperties: false },
      execute: async (_, { ask, signal }) => {
        const run: (typeof runs)[number] = { tool, signal }
        runs.push(run)
        run.answer = await ask({ message, ...form } as Parameters<typeof ask>[0])
        return JSON.stringify(run.answer)
      }
    })
  const twice = defineTool({
    name: "ask_twice",
    description: "Asks, and asks again.",
    sideEffects: "NONE",
    parameters: noArguments,
    execute: async (_, { ask }) => {
      const first = await ask({ message: "Your name?", schema: name })
      const second = await ask({ message: "Their name?", schema: name })
      return JSON.stringify([first, second])
    }
  })
  const several = defineTool({
    name: "ask_several",
    description: "Asks several things at once.",
    sideEffects: "NONE",
    parameters: noArguments,
    execute: async (_, { ask }) => {
      const text = { type: "text", text: "A rhyme?" } as const
      const prompt = { messages: [{ role: "user", content: [text] }], maxTokens: 9 } as const
      const answers = await Promise.all([
        ask({ name: "approval", message: "Your name?", schema: name }),
        ask({ name: "theirs", message: "Their name?", schema: name }),
        ask({ message: "A rhyme.", prompt })
      ])
      return JSON.stringify(answers)
    }
  })
  const tools = [
    several,
    asking("ask_name", { schema: name }, "Your name?"),
    asking("ask_other", { schema: name }, "May ask_name run?"),
    asking("log_in", { url: "https://login.example.com/" }, "Log in."),
    twice
  ]
  return { tools, runs }
}
