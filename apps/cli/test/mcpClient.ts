import { join } from "node:path"
import { createInterface } from "node:readline"
import { PassThrough } from "node:stream"
import {
  Client,
  type ClientOptions,
  type ElicitRequest,
  type ElicitResult,
  type JSONRPCMessage,
  type Transport
} from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { isNight } from "@toolgate/testing"
import { onTestFinished } from "vitest"
import { launcher } from "./commandLine.ts"
import { serve } from "./withinProcess.ts"

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

/** Folders and flags of `toolgate mcp serve`. */
interface Serving {
  readonly work: string
  readonly state: string
  readonly flags?: ReadonlyArray<string>
}

const servingWords = ({ work, flags = [] }: Serving) => ["mcp", "serve", "--workspace", work, ...flags]
const servingEnv = ({ state }: Serving) => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: join(state, "config") })

/** Connects a client to `toolgate mcp serve`, which runs within this process. */
export const connected = async (setting: ClientSetting, serving: Serving) => {
  const client = mcpClient(setting)
  const transport = new ServedClient(serving)
  await client.connect(transport)
  return { client, transport }
}

/** Starts `toolgate mcp serve` in a process, for tests that kill it, and connects a client to it. */
export const connectedProcess = async (setting: ClientSetting, serving: Serving) => {
  const client = mcpClient(setting)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, ...servingWords(serving)],
    env: servingEnv(serving),
    stderr: "pipe"
  })
  await client.connect(transport)
  return { client, transport }
}

/** The client's side of a command that serves it within this process: a message per line, as over standard input and output. */
class ServedClient implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport["onmessage"]
  readonly stderr = new PassThrough()
  private readonly stdin = new PassThrough()
  private readonly serving: Serving
  private served: Promise<unknown> = Promise.resolve()

  constructor(serving: Serving) {
    this.serving = serving
  }

  async start(): Promise<void> {
    const stdout = new PassThrough()
    createInterface({ input: stdout }).on("line", (line) => this.onmessage?.(JSON.parse(line)))
    const { stdin, stderr } = this
    this.served = serve(servingWords(this.serving), { stdin, stdout, stderr }, servingEnv(this.serving)).then(() =>
      this.onclose?.()
    )
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.stdin.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    this.stdin.end()
    await this.served
  }
}

/** The fields of a call's result that tests look at. */
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
