import type { PriorDiscovery, Transport } from "@modelcontextprotocol/client"
import type { ToolContext } from "@toolgate/core"
import { createRedaction, type Redaction } from "@toolgate/local-secrets/references"
import type { ProcessEnding, RunningProcess } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { AccessTokens } from "../authorization/AccessTokens.ts"
import { createAuthorizedFetch } from "../authorization/createAuthorizedFetch.ts"
import type { McpServerEntry } from "../config/McpConfig.ts"
import { askCaller, askModel, listRoots } from "./answerInput.ts"
import type { Connection, McpSdk } from "./Connection.ts"
import { createBoundedFetch } from "./createBoundedFetch.ts"
import { createFrameFilter } from "./createFrameFilter.ts"
import { drainStderr } from "./drainStderr.ts"
import { createStreamRecorder, endUnanswered } from "./endUnanswered.ts"
import { formatLine } from "./formatLine.ts"
import { limitLines } from "./limitLines.ts"
import { ProcessTransport } from "./ProcessTransport.ts"
import { ServerFault } from "./ServerFault.ts"
import { toServerFault } from "./toServerFault.ts"
import { keepLists } from "./unreadLists.ts"

export interface ConnectParts {
  readonly entry: Pick<McpServerEntry, "name" | "allow">
  /** The folder that is sent to a server whose entry allows `roots`. */
  readonly workspace: string
  readonly version: string
  /** Starts the server's process, or returns the address of a server that is reached by HTTP. */
  readonly open: Effect.Effect<OpenedServer, { readonly message: string; readonly cause?: unknown }>
  /** Returns the caller for a question that names no call; `undefined` if the caller is not certain. */
  readonly onlyCaller: () => ToolContext | undefined
  /** Called when the server reports a change of its tools, resources or prompts. */
  readonly changed: () => void
  /** Called once, as soon as the connection is unusable. */
  readonly over: () => void
  /** Called with a line that the server printed, truncated. */
  readonly said: (line: string) => void
}

/** A started process or an address, with the resolved secrets of the entry. */
export type OpenedServer = {
  readonly secrets: ReadonlyArray<string>
} & ({ readonly kind: "stdio"; readonly process: RunningProcess } | ({ readonly kind: "http" } & HttpAddress))

interface HttpAddress {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Returns the access tokens for the server, if it needs any. */
  readonly tokens: (sdk: McpSdk) => AccessTokens | undefined
}

/**
 * Connects to a server until the scope closes. Discovers the protocol version if it is unknown. A process that exits on
 * the discovery request is restarted with the older protocol.
 */
export const connect = (
  parts: ConnectParts,
  prior: PriorDiscovery | undefined
): Effect.Effect<Connection, ServerFault, Scope> =>
  Effect.gen(function* () {
    const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/client"))
    const opened = yield* parts.open.pipe(Effect.mapError(({ message, cause }) => new ServerFault({ message, cause })))
    const tokens = opened.kind === "http" ? opened.tokens(sdk) : undefined
    const redaction = createRedaction(opened.secrets, tokens?.secrets)
    const said = (line: string) => parts.said(formatLine(line, redaction))
    const channel =
      opened.kind === "http"
        ? httpChannel(sdk, { ...parts, said }, opened, tokens)
        : yield* processChannel(sdk, { ...parts, said }, opened.process)
    const client = clientOf(sdk, { ...parts, said }, redaction)
    keepLists(sdk, channel.transport, () => client.getProtocolEra() === "modern")
    client.onclose = () => channel.end("It closed the connection.")
    yield* Effect.addFinalizer(() => Effect.promise(() => client.close().catch(() => {})))
    yield* Effect.tryPromise({
      try: (signal) =>
        client.connect(channel.transport, { timeout: answerMs, signal, ...(prior === undefined ? {} : { prior }) }),
      catch: (cause) => toServerFault(sdk, cause)
    }).pipe(
      Effect.catch(channel.faultBehind),
      Effect.raceFirst(
        Effect.flatMap(
          Effect.promise(() => channel.ended),
          channel.faultAfter
        )
      )
    )
    const discover = client.getDiscoverResult()
    const found: PriorDiscovery = discover === undefined ? { kind: "legacy" } : { kind: "modern", discover }
    return { kind: opened.kind, sdk, client, prior: found, redaction, ended: channel.ended, end: channel.end }
  }).pipe(
    Effect.catchIf(
      (fault) => prior === undefined && fault instanceof EndedAtQuestion,
      () => connect(parts, { kind: "legacy" })
    )
  )

/** The process exited before the handshake was complete. */
class EndedAtQuestion extends ServerFault {}

interface Channel extends Pick<Connection, "ended" | "end"> {
  readonly transport: Transport
  /** Returns the fault of a failed handshake: the exit of the process, if that was the cause. */
  readonly faultBehind: (fault: ServerFault) => Effect.Effect<never, ServerFault>
  /** Returns the fault of a handshake that the end of the connection interrupted. */
  readonly faultAfter: (message: string) => ServerFault
}

const httpChannel = (
  sdk: McpSdk,
  { over, said }: ConnectParts,
  { url, headers }: HttpAddress,
  tokens: AccessTokens | undefined
): Channel => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const end = (why: string) => {
    resolve(why)
    over()
  }
  const bounded = createFrameFilter(
    createBoundedFetch(mostAnswer, ({ message }) => end(message)),
    said
  )
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...headers } },
    fetch: createStreamRecorder(tokens === undefined ? bounded : createAuthorizedFetch(sdk, tokens, bounded)),
    redirectPolicy: "same-origin"
  })
  endUnanswered(transport, end)
  const faultAfter = (message: string) => new ServerFault({ message })
  return { transport, ended: promise, end, faultBehind: Effect.fail, faultAfter }
}

const processChannel = (sdk: McpSdk, parts: ConnectParts, process: RunningProcess) =>
  Effect.gen(function* () {
    const { promise, resolve } = Promise.withResolvers<string>()
    let isOver = false
    const end = (why: string | undefined) => {
      if (isOver) return
      isOver = true
      parts.over()
      process.channel.end()
      process.stop(graceMs)
      void process.ended.then((ending) => resolve(why ?? inWords(ending)))
    }
    drainStderr(process.stderr, parts.said)
    const over = (fault: ServerFault | undefined) => end(fault?.message)
    const transport = new ProcessTransport(process, { said: parts.said, isAnswer: sdk.isJSONRPCResponse, over })
    yield* Effect.addFinalizer(() => {
      end("The gate ended it.")
      return Effect.promise(() => promise)
    })
    const faultAfter = (message: string) => new EndedAtQuestion({ message })
    const faultBehind = (fault: ServerFault) =>
      isOver
        ? Effect.flatMap(
            Effect.promise(() => promise),
            faultAfter
          )
        : Effect.fail(fault)
    return { transport, ended: promise, end, faultBehind, faultAfter } satisfies Channel
  })

const inWords = ({ status, signal, exceeded }: ProcessEnding): string => {
  if (exceeded !== undefined) return `It exceeded ${exceeded} and was ended.`
  return signal === null ? `It ended with the status ${status}.` : `It was ended by ${signal}.`
}

/** Creates a client that answers only the requests which the server's entry allows. */
const clientOf = (
  sdk: McpSdk,
  { entry: { allow }, workspace, version, changed, onlyCaller, said }: ConnectParts,
  redaction: Redaction
) => {
  const [mayAsk, mayPrompt, opensRoots] = (["elicitation", "sampling", "roots"] as const).map((kind) =>
    allow.includes(kind)
  )
  const client = new sdk.Client(
    { name: "toolgate", version },
    {
      capabilities: {
        ...(opensRoots ? { roots: {} } : {}),
        ...(mayPrompt ? { sampling: {} } : {}),
        ...(mayAsk ? { elicitation: { form: {}, url: {} } } : {})
      },
      versionNegotiation: { mode: "auto", probe: { timeoutMs: questionMs } }
    }
  )
  if (opensRoots) client.setRequestHandler("roots/list", () => listRoots(workspace))
  if (mayAsk)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const caller = onlyCaller()
      return caller === undefined ? { action: "decline" } : askCaller(params, { allow, caller, redaction })
    })
  if (mayPrompt)
    client.setRequestHandler("sampling/createMessage", async ({ params }) => {
      const caller = onlyCaller()
      const reply = caller && (await askModel(params, { allow, caller, redaction }).catch(() => undefined))
      if (reply === undefined) throw new sdk.ProtocolError(rejected, "The model did not answer.")
      return reply as never
    })
  for (const list of ["tools", "resources", "prompts"] as const)
    client.setNotificationHandler(`notifications/${list}/list_changed`, changed)
  const log = limitLines(said)
  client.setNotificationHandler("notifications/message", ({ params: { level, data } }) => {
    log(`${level}: ${typeof data === "string" ? data : JSON.stringify(data)}`)
  })
  // The error quotes the server. Errors that matter also end the connection with a fault.
  client.onerror = () => {}
  return client
}

/** The protocol's code for a prompt that the user rejected. */
const rejected = -1

/**
 * The timeouts, in milliseconds: for the first request, for later ones before the tools are known, and from SIGTERM to
 * SIGKILL.
 */
const questionMs = 5_000
export const answerMs = 30_000
const graceMs = 2_000

/** The longest HTTP answer, in bytes. A result of 16 MiB in Base64 fits. */
const mostAnswer = 24 * 1024 * 1024
