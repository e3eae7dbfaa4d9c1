import { Agent } from "@mastra/core/agent"
import { createTool } from "@mastra/core/tools"
import { createTools } from "@toolgate/adapters/mastra"
import type { Session } from "toolgate"
import { echoingModel } from "./echoingModel.ts"
import { echoSchema } from "./echoSchema.ts"
import type { FrameworkTurns } from "./FrameworkTurns.ts"

const turnOf = (given: object) => {
  const model = echoingModel as never
  const tools = given as Record<string, never>
  const agent = new Agent({ id: "a", name: "a", instructions: "", model, tools })
  return async () => (await agent.generate("go", { maxSteps: 2 })).text
}

const toModelOutput = (value: unknown) => ({ type: "text", value })

/** Returns turns of Mastra. */
export const mastra = (session: Session): FrameworkTurns => ({
  own: turnOf({ echo: createTool({ id: "echo", ...echoSchema, execute: async ({ text }) => text, toModelOutput }) }),
  gated: turnOf(createTools(session))
})
