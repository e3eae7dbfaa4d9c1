import type { PriorDiscovery, Transport } from "@modelcontextprotocol/client"
import type { ToolContext } from "@toolgate/core"
import { type Redaction, redactedBy } from "@toolgate/local-secrets/references"
import type { ProcessEnding, RunningProcess } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { AccessTokens } from "../authorization/AccessTokens.ts"
import { authorizedFetch } from "../authorization/authorizedFetch.ts"
import type { McpServerEntry } from "../config/McpConfig.ts"
import { elicited, rootsOf, sampled } from "./answerInput.ts"
import { boundedFetch } from "./boundedFetch.ts"
import type { Connection, McpSdk } from "./Connection.ts"
import { drainStderr } from "./drainStderr.ts"
import { endUnanswered, notingStreams } from "./endUnanswered.ts"
import { faultOf } from "./faultOf.ts"
import { firstLines } from "./firstLines.ts"
import { ProcessTransport } from "./ProcessTransport.ts"
import { ServerFault } from "./ServerFault.ts"
import { shownLine } from "./shownLine.ts"
import { soundFrames } from "./soundFrames.ts"
import { keepLists } from "./unreadLists.ts"

/** The parts that connecting needs. */
export interface ConnectParts {
  readonly entry: Pick<McpServerEntry, "name" | "allow">
  /** The folder that a server is told of, if its entry opens `roots`. */
  readonly workspace: string
  readonly version: string
  /** Starts the server's process, or returns the address of a server that is reached by HTTP. */
  readonly open: Effect.Effect<OpenedServer, { readonly message: string; readonly cause?: unknown }>
  /** Returns whom a question of the server is for that belongs to no call, or `undefined` if nobody knows. */
  readonly onlyCaller: () => ToolContext | undefined
  /** Called when the server says that its tools, resources or prompts have changed. */
  readonly changed: () => void
  /** Called once, as soon as the connection can be used no more. */
  readonly over: () => void
  /** Called with a line that the server printed, cut. */
  readonly said: (line: string) => void
}

/** A server that was opened, and the secrets that it was given. */
export type OpenedServer = {
  readonly secrets: ReadonlyArray<string>
} & ({ readonly kind: "stdio"; readonly process: RunningProcess } | ({ readonly kind: "http" } & HttpAddress))

/** The address of a server, with the headers of every request. */
interface HttpAddress {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Returns the access tokens for the server, if it gets any. */
  readonly tokens: (sdk: McpSdk) => AccessTokens | undefined
}

/**
 * Connects to a server until the scope closes. Without knowing which protocol the server speaks, it is asked; a process that ends at
 * the question is started once more, and spoken to in the older one.
 */
export const connect = (
  parts: ConnectParts,
  prior: PriorDiscovery | undefined
): Effect.Effect<Connection, ServerFault, Scope> =>
  Effect.gen(function* () {
    const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/client"))
    const opened = yield* parts.open.pipe(Effect.mapError(({ message, cause }) => new ServerFault({ message, cause })))
    const tokens = opened.kind === "http" ? opened.tokens(sdk) : undefined
    const redaction = redactedBy(opened.secrets, tokens?.secrets)
    const said = (line: string) => parts.said(shownLine(line, redaction))
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
      catch: (cause) => faultOf(sdk, cause)
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

/** A process that ended before the handshake was over. */
class EndedAtQuestion extends ServerFault {}

interface Channel extends Pick<Connection, "ended" | "end"> {
  readonly transport: Transport
  /** Returns the fault of a handshake that failed: the end of the process, if that is the reason. */
  readonly faultBehind: (fault: ServerFault) => Effect.Effect<never, ServerFault>
  /** Returns the fault of a handshake that the end of the connection cut off. */
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
  const bounded = soundFrames(
    boundedFetch(mostAnswer, ({ message }) => end(message)),
    said
  )
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...headers } },
    fetch: notingStreams(tokens === undefined ? bounded : authorizedFetch(sdk, tokens, bounded)),
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
      end("It was told to end.")
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

/** Makes a client that answers a server nothing but what its entry opens. */
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
  if (opensRoots) client.setRequestHandler("roots/list", () => rootsOf(workspace))
  if (mayAsk)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const caller = onlyCaller()
      return caller === undefined ? { action: "decline" } : elicited(params, { allow, caller, redaction })
    })
  if (mayPrompt)
    client.setRequestHandler("sampling/createMessage", async ({ params }) => {
      const caller = onlyCaller()
      const reply = caller && (await sampled(params, { allow, caller, redaction }).catch(() => undefined))
      if (reply === undefined) throw new sdk.ProtocolError(rejected, "There is no answer of a model.")
      return reply as never
    })
  for (const list of ["tools", "resources", "prompts"] as const)
    client.setNotificationHandler(`notifications/${list}/list_changed`, changed)
  const log = firstLines(said)
  client.setNotificationHandler("notifications/message", ({ params: { level, data } }) => {
    log(`${level}: ${typeof data === "string" ? data : JSON.stringify(data)}`)
  })
  // What the SDK finds wrong is the server's text, and ends as a fault of the connection where it matters.
  client.onerror = () => {}
  return client
}

/** The protocol's code for a prompt that a user rejected. */
const rejected = -1

/** The time for the first question, for any other answer until the tools are known, and between SIGTERM and SIGKILL. */
const questionMs = 5_000
export const answerMs = 30_000
const graceMs = 2_000

/** The longest answer by HTTP: a result of 16 MiB of output, in Base64 too. */
const mostAnswer = 24 * 1024 * 1024
