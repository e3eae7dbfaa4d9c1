import { Agent } from "@mastra/core/agent"
import { createTool } from "@mastra/core/tools"
import { toolsFor } from "@toolgate/adapters/ai-sdk"
import { toolsFor as mastraToolsFor } from "@toolgate/adapters/mastra"
import { tool } from "ai"
import { z } from "zod"
import { allRight } from "../allRight.ts"
import type { Case, Family } from "../Case.ts"
import { text } from "../echo.ts"
import { adapterOverFramework } from "../targets.ts"
import { echoingModel, turnOf } from "./frameworkTurn.ts"
import { openGate } from "./openGate.ts"

const caseOf = (name: string, call: () => Promise<string | undefined>): Case => ({
  name,
  run: async (times) => {
    let right = 0
    for (let made = 0; made < times; made++) if ((await call()) === text) right++
    allRight(right, times)
  }
})

/** Returns the family of cases about a call through an adapter, beside the framework's own tool and the bare gate. */
export const calls = async (): Promise<Family> => {
  const gate = await openGate()
  const session = await gate.session({ id: "bench", agent: "bench" })
  const schema = { description: "Gives its text back.", inputSchema: z.object({ text: z.string() }) }
  const own = { echo: tool({ ...schema, execute: async ({ text }) => text }) }
  const gated = toolsFor(session)
  const mastra = (tools: object) => {
    const agent = new Agent({
      id: "a",
      name: "a",
      instructions: "",
      model: echoingModel as never,
      tools: tools as Record<string, never>
    })
    return async () => (await agent.generate("go", { maxSteps: 2 })).text
  }
  const made = createTool({ id: "echo", ...schema, execute: async ({ text }) => text, toModelOutput })
  const names = {
    bare: "a call of the bare gate",
    own: "a turn of the AI SDK, with a tool of its own",
    gated: "the same, with the gate's tool",
    mastraOwn: "a turn of Mastra, with a tool of its own",
    mastraGated: "the same, with the gate's tool (Mastra)"
  }
  return {
    name: "adapters.calls",
    title: "A model's call through an adapter",
    cases: [
      caseOf(names.bare, async () => {
        const { output } = await session.dispatch({ id: "1", tool: "echo", args: { text } })
        return output.content[0]?.type === "text" ? output.content[0].text : undefined
      }),
      caseOf(names.own, () => turnOf(own)),
      caseOf(names.gated, () => turnOf(gated)),
      caseOf(names.mastraOwn, mastra({ echo: made })),
      caseOf(names.mastraGated, mastra(mastraToolsFor(session)))
    ],
    figures: (measured) => [
      measured.figure(names.bare),
      measured.figure(names.own, names.bare),
      measured.figure(names.gated, names.own, adapterOverFramework),
      measured.figure(names.mastraOwn, names.bare),
      measured.figure(names.mastraGated, names.mastraOwn, adapterOverFramework)
    ],
    close: () => gate.close()
  }
}

const toModelOutput = (value: unknown) => ({ type: "text", value })
