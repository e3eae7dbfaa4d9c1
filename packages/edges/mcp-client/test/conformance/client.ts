// The client under test: a gate with one server. Connects to the given address and calls the server's tools.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FormAnswer, type Json, type ToolForm, ToolRegistry } from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import type { McpServerEntry } from "../../src/index.ts"
import { type ClientFacts, createPerson, getAuth, signInsIn, waitForConnection } from "./authorization.ts"
import { openGateway } from "./openGateway.ts"

type Args = Readonly<Record<string, unknown>>

/** The calls that a scenario wants, and its facts about the client. Without calls, each tool is called once. */
const facts: ClientFacts & {
  readonly toolCalls?: ReadonlyArray<{ readonly name: string; readonly arguments: Args }>
} = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}")
const { MCP_CONFORMANCE_SCENARIO: scenario = "" } = process.env
const url = process.argv.at(-1) ?? ""

const folder = mkdtempSync(join(tmpdir(), "conformance-client-"))
const server: McpServerEntry = {
  name: "suite",
  source: { kind: "http", url, headers: {}, auth: await getAuth(scenario, url, facts) },
  tools: new Map(),
  allow: ["elicitation", "sampling", "roots"]
}
const signIns = signInsIn(folder)
const gate = await openGateway(folder, new Map([[server.name, server]]), signIns)
const user = createPerson(server, signIns)
await waitForConnection(gate.servers, user).catch(({ message }) => console.error(message))
const engine = Context.get(gate.services, ToolDispatchEngine)
const listed = Context.get(gate.services, ToolRegistry).list()

/** Returns arguments as the suite's servers want them: an object in the shape of the first listed tool's schema. */
const argumentsFor = (schema: object): Args => {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> }
  const values: Args = { number: 5, integer: 5, boolean: true, string: "x", object: listed[0]?.parameters }
  return Object.fromEntries(Object.entries(properties).map(([name, { type = "string" }]) => [name, values[type]]))
}

const calls =
  facts.toolCalls?.map(({ name, arguments: args }) => ({ tool: `mcp__${server.name}__${name}`, args })) ??
  listed.map(({ name, parameters }) => ({ tool: name, args: argumentsFor(parameters) }))
/** Submits a form unchanged, with its defaults. */
const accepted = ({ schema }: ToolForm): FormAnswer => {
  const fields = Object.entries((schema?.properties ?? {}) as Readonly<Record<string, { readonly default?: Json }>>)
  return {
    action: "accept",
    content: Object.fromEntries(
      fields.flatMap(([name, field]) => ("default" in field ? [[name, field.default]] : [[name, true]]))
    )
  } as FormAnswer
}

const context = {
  session: "suite",
  turn: "suite",
  principal: { agent: "suite", ceiling: { tools: "any" } },
  workspace: gate.workspace,
  caller: { kind: "direct" },
  deadline: undefined
} as const
for (const [index, call] of calls.entries()) {
  for (let tries = 0; ; tries++) {
    const id = `call-${index}-${tries}`
    const { success, error } = await engine.dispatchPromise({ id, ...call }, context, { ask: accepted })
    console.error(call.tool, success, error?.message ?? "")
    if (success || !(await user.obeys(error?.message ?? ""))) break
  }
}
await gate.close()
rmSync(folder, { recursive: true })
