import type { Family } from "../Case.ts"
import { echo } from "../echo.ts"
import { gateOverHttp } from "../targets.ts"
import { createServerEntry, getServerCommand } from "./entries.ts"
import { echoOf, makeCalls } from "./makeCalls.ts"
import { connectClient, type Serving } from "./Serving.ts"
import { createCheckingServer, createLeastServer, serveBare } from "./serveBare.ts"
import { serveGate } from "./serveGate.ts"

/** Measures the gate's share of a client's call over HTTP. Client and server are one process. */
export const measureHttp = async (): Promise<Family> => {
  const served = (serve: () => Promise<Serving>, tool: string) =>
    makeCalls(200, async () => {
      const serving = await serve()
      return echoOf(await connectClient(serving), tool, serving.close)
    })
  const least = {
    name: "a call of a bare server that checks nothing",
    ...served(() => serveBare(createLeastServer), "echo")
  }
  const bare = {
    name: "a call of a bare server",
    ...served(() => serveBare(createCheckingServer), "echo")
  }
  const own = {
    name: "a call of a tool of the gate's own",
    ...served(() => serveGate([echo("echo", "async")]), "echo")
  }
  const behind = {
    name: "a call of a server over stdio, behind the gate",
    ...served(() => serveGate([], [createServerEntry("bench", getServerCommand(1))]), "mcp__bench__echo")
  }
  return {
    name: "mcp.http",
    title: "A client's call over HTTP",
    apart: true,
    cases: [least, bare, own, behind],
    figures: (measured) => [
      measured.figure(least.name),
      measured.figure(bare.name, least.name),
      measured.figure(own.name, bare.name, gateOverHttp),
      measured.figure(own.name, least.name),
      measured.figure(behind.name, bare.name)
    ],
    close: async () => {
      for (const { close } of [least, bare, own, behind]) await close()
    }
  }
}
