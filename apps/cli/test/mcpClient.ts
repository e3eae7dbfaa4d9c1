import { join } from "node:path"
import { Client, type ClientOptions, type ElicitRequest, type ElicitResult } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { isNight } from "@toolgate/testing"
import { onTestFinished } from "vitest"
import { launcher } from "./commandLine.ts"

/**
 * The eras of the protocol, as a client negotiates them. By day, processes are started for clients of the older one, which most clients
 * are; the tests of the package "mcp" try both.
 */
export const eras: ReadonlyArray<"legacy" | "auto"> = isNight ? ["legacy", "auto"] : ["legacy"]

/** The settings of a test's client. */
export interface ClientSetting {
  readonly era: "legacy" | "auto"
  /** Answers the questions of the server. A client without it cannot be asked. */
  readonly asked?: (params: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>
  /** The modes in which the client asks; forms by default. */
  readonly modes?: ReadonlyArray<"form" | "url">
  readonly name?: string
  /** Called when the server says that its tools have changed. */
  readonly toolsChanged?: () => void
}

/** Makes a client of the SDK, which is closed at the end of the test. */
export const mcpClient = (setting: ClientSetting): Client => {
  const { era, asked, modes = ["form"], name = "test client", toolsChanged } = setting
  const options: ClientOptions = {
    capabilities: asked === undefined ? {} : { elicitation: Object.fromEntries(modes.map((mode) => [mode, {}])) },
    versionNegotiation: { mode: era },
    ...(toolsChanged === undefined ? {} : { listChanged: { tools: { onChanged: toolsChanged } } })
  }
  const client = new Client({ name, version: "1" }, options)
  if (asked !== undefined) client.setRequestHandler("elicitation/create", ({ params }) => asked(params))
  onTestFinished(() => client.close())
  return client
}

/** Starts `toolgate mcp serve` over standard input and output, and connects a client to it. */
export const connected = async (
  setting: ClientSetting,
  { work, state, flags = [] }: { work: string; state: string; flags?: ReadonlyArray<string> }
) => {
  const client = mcpClient(setting)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, "mcp", "serve", "--workspace", work, ...flags],
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: join(state, "config") },
    stderr: "pipe"
  })
  await client.connect(transport)
  return { client, transport }
}

/** A result of a call, as far as tests look at it. */
export interface Result {
  readonly isError?: boolean | undefined
  readonly content: ReadonlyArray<{ readonly type: string; readonly text?: string }>
  readonly structuredContent?: unknown
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** Calls a tool, and returns its result. */
export const callTool = async (client: Client, name: string, args: Record<string, unknown>): Promise<Result> =>
  (await client.callTool({ name, arguments: args })) as unknown as Result

/** Returns the id of the approval that a call waits for. */
export const pendingId = ({ _meta = {} }: Result): string =>
  (_meta["toolgate/pending"] as { readonly approvalId: string }).approvalId
