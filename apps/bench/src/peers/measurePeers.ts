import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { once } from "../once.ts"
import type { Peer } from "./Peer.ts"

/** The peers, loaded at their first run, because that takes a second. */
const others: ReadonlyArray<{
  readonly name: string
  /** The work that a call through the gate includes and the peer omits. */
  readonly doesNot: string
  readonly open: () => Promise<Peer>
}> = [
  {
    name: "AI SDK 7, safeValidateTypes and executeTool",
    doesNot: "no permission, no hooks, no time limit, no cap, no events; a handler that throws rejects.",
    open: () => import("./aiSdk.ts").then(({ aiSdk }) => aiSdk())
  },
  {
    name: "MCP SDK 1.32.2, client and server in memory",
    doesNot:
      "no permission, no hooks, no cap, no events; it does build and check messages of the protocol, and limits the time.",
    open: () => import("./mcpSdk.ts").then(({ mcpSdk }) => mcpSdk())
  },
  {
    name: "OpenAI Agents 0.20, function tool with a time limit",
    doesNot:
      "no policy (a tool may ask for approval), no hooks, no cap, no events; its arguments come as JSON text, which it parses.",
    open: () => import("./openaiAgents.ts").then(({ openaiAgents }) => openaiAgents())
  },
  {
    name: "Effect 4.1 Toolkit, handle",
    doesNot: "no permission, no hooks, no time limit, no cap, no events; it does encode the result by a schema.",
    open: () => import("./effectToolkit.ts").then(({ effectToolkit }) => effectToolkit())
  }
]

/** Measures the same call through other libraries: by name, with validated arguments, to an async handler. */
export const measurePeers = async (): Promise<Family> => ({
  name: "peers",
  title: "The same call elsewhere",
  apart: true,
  cases: others.map(({ name, open }): Case => {
    const peer = once(open)
    return { name, run: async (times) => (await peer()).run(times) }
  }),
  figures: (measured) => others.map(({ name }) => measured.figure(name, L.async)),
  notes: () => others.map(({ name, doesNot }) => `${name}: ${doesNot}`)
})
