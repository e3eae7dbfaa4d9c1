import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  Client,
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageResult,
  type ElicitRequestParams,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type Transport
} from "@modelcontextprotocol/client"
import type { ApprovalWay } from "@toolgate/mcp-client"
import { builtins, createToolgate, defineTool } from "toolgate"
import { partsOf } from "toolgate/effect"
import { onTestFinished } from "vitest"
import { type McpToken, serveMcpHttp } from "../../src/index.ts"
import { createAskingTools } from "./createAskingTools.ts"

const tokenOf = (name: string): string => `the-token-of-${name}`

const token = (name: string, approvals: ApprovalWay): McpToken => ({
  caller: { name, principal: { agent: name, ceiling: { tools: "any" } }, approvals },
  sha256: createHash("sha256").update(tokenOf(name)).digest("hex")
})

/** A tool whose calls only a person can decide. */
const launch = defineTool({
  name: "launch",
  description: "Launches.",
  sideEffects: "WRITE",
  risk: "CRITICAL",
  parameters: { type: "object", properties: {}, additionalProperties: false },
  execute: () => "launched"
})

/** Serves a gate over HTTP to alice and bob, until the test ends. */
export const serveHttpGate = async (approvals: ApprovalWay = "defer") => {
  const workspace = mkdtempSync(join(tmpdir(), "toolgate-mcp-"))
  writeFileSync(join(workspace, "note.txt"), "hello\n")
  const waiting: Array<AbortSignal> = []
  const wait = defineTool({
    name: "wait",
    description: "Waits until it is cancelled.",
    sideEffects: "NONE",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    execute: (_, { signal, emit }) =>
      new Promise((_resolve, reject) => {
        waiting.push(signal)
        emit("stdout", "waiting")
        signal.addEventListener("abort", () => reject(new Error("cancelled")), { once: true })
      })
  })
  const asking = createAskingTools()
  const gate = await createToolgate({
    workspace,
    policy: "default",
    tools: [...builtins(), ...asking.tools, launch, wait],
    onAsk: "wait"
  })
  const { services, base } = partsOf(gate)
  const { url, close } = await serveMcpHttp({
    gate: services,
    version: "1",
    workspace: base.workspace,
    port: 0,
    tokens: [token("alice", approvals), token("bob", approvals)],
    approveWith: (id) => `approve ${id}`,
    approveAt: (id) => `http://127.0.0.1:1/approvals/${id}`
  })
  onTestFinished(async () => {
    await close()
    await gate.close()
    rmSync(workspace, { recursive: true })
  })
  return { gate, workspace, url, close, waiting, runs: asking.runs }
}

type Answer = ElicitResult | ((params: ElicitRequestParams) => ElicitResult | Promise<ElicitResult>)

/** The ways to ask a client. Without `answer`, it cannot be asked. */
export interface ConnectOptions {
  readonly answer?: Answer | undefined
  readonly elicitation?: ClientCapabilities["elicitation"]
  /** The client's model. */
  readonly reply?: (params: CreateMessageRequest["params"]) => CreateMessageResult
}

export const connectOver = async (
  transport: Transport,
  era: "legacy" | "auto",
  { answer, elicitation = { form: {} }, reply }: ConnectOptions
): Promise<Client> => {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: {
        ...(answer === undefined ? {} : { elicitation }),
        ...(reply === undefined ? {} : { sampling: {} })
      },
      versionNegotiation: { mode: era }
    }
  )
  if (reply !== undefined) client.setRequestHandler("sampling/createMessage", ({ params }) => reply(params))
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }) =>
      typeof answer === "function" ? answer(params) : answer
    )
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

export const connect = (
  url: string,
  era: "legacy" | "auto",
  { name = "alice", ...options }: ConnectOptions & { readonly name?: string } = {}
): Promise<Client> => connectOver(createHttpTransport(url, name), era, options)

/** Returns a transport with the token of a name. */
export const createHttpTransport = (url: string, name: string): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${tokenOf(name)}` } }
  })

/** Posts a raw request of revision 2026-07-28. */
export const post = async (
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { name = "alice", headers = {} }: { readonly name?: string; readonly headers?: Readonly<Record<string, string>> } = {}
) => {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${tokenOf(name)}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof params.name === "string" ? { "mcp-name": params.name } : {}),
      ...headers
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } }
        }
      }
    })
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text.replace(/^event: message\ndata: /, "")) }
}
