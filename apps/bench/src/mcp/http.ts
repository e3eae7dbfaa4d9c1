import type { Family } from "../Case.ts"
import { echo } from "../echo.ts"
import { gateOverHttp } from "../targets.ts"
import { callsOf } from "./callsOf.ts"
import { serverCommand, serverEntry } from "./entries.ts"
import { clientOf } from "./Serving.ts"
import { serveBare } from "./serveBare.ts"
import { serveGate } from "./serveGate.ts"

/** Returns the family of cases about the gate's share of a client's call over HTTP. */
export const http = async (): Promise<Family> => {
  const [bare, own, behind] = await Promise.all([
    serveBare(),
    serveGate([echo("echo", "async")]),
    serveGate([], [serverEntry("bench", serverCommand(1))])
  ])
  const clients = { bare: await clientOf(bare), own: await clientOf(own), behind: await clientOf(behind) }
  const names = {
    bare: "a call of a bare server",
    own: "a call of a tool of the gate's own",
    behind: "a call of a server over stdio, behind the gate"
  }
  return {
    name: "mcp.http",
    title: "A client's call over HTTP",
    cases: [
      { name: names.bare, run: callsOf(clients.bare, "echo") },
      { name: names.own, run: callsOf(clients.own, "echo") },
      { name: names.behind, run: callsOf(clients.behind, "mcp__bench__echo") }
    ],
    figures: (measured) => [
      measured.figure(names.bare),
      measured.figure(names.own, names.bare, gateOverHttp),
      measured.figure(names.behind, names.bare)
    ],
    close: async () => {
      await Promise.all(Object.values(clients).map((client) => client.close()))
      await Promise.all([bare, own, behind].map(({ close }) => close()))
    }
  }
}
