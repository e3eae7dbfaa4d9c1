import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cachePerObject, type Principal, ToolRegistry } from "@toolgate/core"
import { type ApprovalWay, type McpServerEntry, McpServers } from "@toolgate/mcp-client"
import { Processes } from "@toolgate/processes"
import { buildProcessSpec } from "@toolgate/sandbox-host"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { createToolgate } from "toolgate"
import { partsOf } from "toolgate/effect"
import { onTestFinished } from "vitest"
import { programs, server } from "../../../mcp-client/test/openServers.ts"
import { type McpToken, serveMcpHttp } from "../../src/index.ts"

const program = join(programs, "offers.mjs")

/** Returns the entry of a server whose resources and prompts are allowed. */
export const createOfferingEntry = (name: string, words: ReadonlyArray<string> = []): McpServerEntry =>
  server(name, [], {
    source: { command: [process.execPath, program, ...words] },
    allow: ["resources", "prompts", "elicitation"]
  })

export interface OfferGateParts {
  /** The policy's rules in YAML. Default: everything is allowed. */
  readonly rules?: string
  readonly approvals?: ApprovalWay
  /** The tools that bob may have. */
  readonly ofBob?: ReadonlyArray<string>
  /** The time for which lists wait for servers. By default the gate is served once each server was tried. */
  readonly startMs?: number
  /** Called after each registration with the tool's name and the servers' current offers. */
  readonly registered?: (tool: string, offers: ReturnType<McpServers["Service"]["offers"]>) => void
}

/** Serves a gate with servers behind it over HTTP to alice and bob, until the test ends. */
export const serveOfferGate = async (servers: ReadonlyArray<McpServerEntry>, parts: OfferGateParts = {}) => {
  const { rules = "{ allow: ['*'] }", approvals = "defer", ofBob, startMs, registered = () => {} } = parts
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-offers-")))
  const policy = join(folder, "policy.yaml")
  writeFileSync(policy, `version: 1\nrules: ${rules}\n`)
  const [workspace, record] = [join(folder, "work"), join(folder, "record")]
  mkdirSync(workspace)
  const options = { policy: { files: [policy] }, tools: [], onAsk: "wait", audit: { folder: record } } as const
  const gate = await createToolgate({ workspace, ...options })
  const { services, base } = partsOf(gate)
  const runtime = ManagedRuntime.make(
    McpServers.layer({
      servers: new Map(servers.map((one) => [one.name, one])),
      workspace: base.workspace,
      version: "1",
      hold: buildProcessSpec,
      ...(startMs === undefined ? {} : { startMs })
    }).pipe(
      Layer.provide([
        Processes.layer,
        Layer.succeed(ToolRegistry, Context.get(services, ToolRegistry)),
        Logger.layer([])
      ])
    )
  )
  const mcp = await runtime.runPromise(McpServers)
  const listening = Context.get(services, ToolRegistry).listen(({ tool }) => registered(tool.name, mcp.offers()))
  await runtime.runPromise(Scope.provide(listening, Scope.makeUnsafe()))
  if (startMs === undefined) await runtime.runPromise(mcp.tried)
  const token = (name: string, tools: Principal["ceiling"]["tools"]): McpToken => ({
    caller: { name, principal: { agent: name, ceiling: { tools } }, approvals },
    sha256: createHash("sha256").update(`the-token-of-${name}`).digest("hex")
  })
  const { url, close } = await serveMcpHttp({
    gate: services,
    servers: mcp,
    version: "1",
    workspace: base.workspace,
    port: 0,
    tokens: [token("alice", "any"), token("bob", ofBob ?? "any")],
    approveWith: (id) => `approve ${id}`
  })
  const ended = cachePerObject(async (_: typeof gate) => {
    await close()
    await runtime.dispose()
    await gate.close()
  })
  onTestFinished(async () => {
    await ended(gate)
    rmSync(folder, { recursive: true })
  })
  return {
    gate,
    url,
    /** Closes the gate, and returns its audit records. */
    recorded: async (): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
      await ended(gate)
      return readdirSync(record)
        .filter((name) => name.endsWith(".ndjson"))
        .flatMap((name) => readFileSync(join(record, name), "utf8").trimEnd().split("\n"))
        .map((line) => JSON.parse(line))
    }
  }
}
