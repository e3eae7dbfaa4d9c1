import type { Session } from "toolgate"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case, Family } from "../Case.ts"
import { text } from "../echo.ts"
import { adapterOverFramework } from "../targets.ts"
import { aiSdk } from "./aiSdk.ts"
import { effectToolkit } from "./effectToolkit.ts"
import type { FrameworkTurns } from "./FrameworkTurns.ts"
import { langGraph } from "./langGraph.ts"
import { mastra } from "./mastra.ts"
import { openAiAgents } from "./openAiAgents.ts"
import { openGate } from "./openGate.ts"

const frameworks: Readonly<Record<string, (session: Session) => FrameworkTurns>> = {
  "the AI SDK": aiSdk,
  Mastra: mastra,
  "OpenAI Agents": openAiAgents,
  "LangGraph, its ToolNode alone": langGraph,
  "Effect's Toolkit": effectToolkit
}

const caseOf = (name: string, call: () => Promise<unknown>): Case => ({
  name,
  run: async (times) => {
    let right = 0
    for (let made = 0; made < times; made++) if ((await call()) === text) right++
    assertAllRight(right, times)
  }
})

/** Measures a call through an adapter, compared with the framework's own tool and the bare gate. */
export const measureCalls = async (): Promise<Family> => {
  const gate = await openGate()
  const session = await gate.session({ id: "bench", agent: "bench" })
  const bare = "a call of the bare gate"
  const turns = Object.entries(frameworks).map(([framework, open]) => ({
    own: `a turn of ${framework}, with a tool of its own`,
    gated: `the same, with the gate's tool (${framework})`,
    turns: open(session)
  }))
  return {
    name: "adapters.calls",
    title: "A model's call through an adapter",
    cases: [
      caseOf(bare, async () => {
        const { output } = await session.dispatch({ id: "1", tool: "echo", args: { text } })
        return output.content[0]?.type === "text" ? output.content[0].text : undefined
      }),
      ...turns.flatMap(({ own, gated, turns }) => [caseOf(own, turns.own), caseOf(gated, turns.gated)])
    ],
    figures: (measured) => [
      measured.figure(bare),
      ...turns.flatMap(({ own, gated }) => [
        measured.figure(own, bare),
        measured.figure(gated, own, adapterOverFramework)
      ])
    ],
    close: () => gate.close()
  }
}
