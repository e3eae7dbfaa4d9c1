import { createTools } from "@toolgate/adapters/ai-sdk"
import { generateText, isStepCount, type ToolSet, tool } from "ai"
import type { Session } from "toolgate"
import { echoingModel } from "./echoingModel.ts"
import { echoSchema } from "./echoSchema.ts"
import type { FrameworkTurns } from "./FrameworkTurns.ts"

const stopWhen = isStepCount(2)

const turnOf = (tools: ToolSet) => async () =>
  (await generateText({ model: echoingModel, tools, prompt: "go", stopWhen })).text

/** Returns turns of the AI SDK. */
export const aiSdk = (session: Session): FrameworkTurns => ({
  own: turnOf({ echo: tool({ ...echoSchema, execute: async ({ text }) => text }) }),
  gated: turnOf(createTools(session))
})
