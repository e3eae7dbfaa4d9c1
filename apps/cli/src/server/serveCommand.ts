import { StoreUnavailable } from "@toolgate/core"
import { loadMcpConfig } from "@toolgate/mcp-client"
import type {
  Limits,
  OpenServer,
  OpenServerStore,
  ServerOptions,
  StreamBounds,
  WebhookEndpoint
} from "@toolgate/server"
import type { ServerLimits, ServerSettings } from "@toolgate/server/settings"
import { StoreInvalid } from "@toolgate/stores"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type { ConfiguredGate } from "toolgate/config"
import { partsOf } from "toolgate/effect"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { getArtifactLocation } from "../artifacts/artifactsHere.ts"
import { catalogueFlags } from "../catalogue/catalogueFlags.ts"
import { watch } from "../catalogue/reloadLines.ts"
import { gateFlags, noAsker } from "../flags/gateFlags.ts"
import { hostToolsFlag, listOwnTools } from "../flags/hostToolsFlag.ts"
import { formatStoreFlags, getStoreReference, type StoreFlags, storeFlags } from "../flags/storeFlags.ts"
import { readMcpChoice } from "../mcp/mcpChoice.ts"
import { openGate } from "../openGate.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { chooseEntries } from "../toolbox/toolboxChoice.ts"
import { readToolboxEntries, toolboxFlag, toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { version } from "../version.ts"
import { WrongUse } from "../WrongUse.ts"
import { addFirstToken } from "./addFirstToken.ts"
import { readOidc } from "./readOidc.ts"
import { readServerSettings } from "./readServerSettings.ts"
import { readWebhooks } from "./readWebhooks.ts"
import { readCertificate, reloadServer } from "./reloadServer.ts"
import { serverFlags } from "./serverFlags.ts"
import { writeServerSettings } from "./writeServerSettings.ts"

const { policy, noProjectPolicy, askTimeout } = gateFlags

/** The command `toolgate serve`, which serves a gate over HTTP. */
export const serveCommand = Command.make("serve", {
  ...serverFlags,
  workspace: Flag.optional(
    Flag.String("workspace").pipe(
      Flag.withMetavar("DIR"),
      Flag.withDescription("The folder of sessions that name none; default: the current one")
    )
  ),
  policy,
  noProjectPolicy,
  askTimeout,
  ...catalogueFlags,
  toolbox: toolboxFlag,
  ...hostToolsFlag,
  ...toolboxSettingsFlag,
  watch,
  ...storeFlags
}).pipe(
  Command.withDescription(
    [
      "Serve a gate over HTTP: sessions and calls for agents, questions for people, and events for both. /openapi.json says how to",
      "speak to it, and /docs shows that to a person.",
      "",
      'Each request needs a bearer token. Add one for each client and person with "toolgate token add". A session belongs to the',
      "token that opened it, and who calls follows from the token, never from the request.",
      "",
      "When the policy asks, the call waits for a person whose token has the right decide, or who decides with",
      '"toolgate approvals". Questions, sessions and the record are kept in the store, so that they outlive this process.',
      "",
      "SIGHUP reloads the policy, the catalogues, changed plugins and the certificate. A file that does not load leaves the old one in",
      "force, and is reported on standard error.",
      "",
      "At its first start, and in each terminal, it prints an address that signs one browser in, once and within ten minutes.",
      "",
      "Exit status: 0 the settings are written, 2 the server cannot be opened, or the command line is invalid, 130 or 143 Ctrl-C or",
      "SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Serve a gate over HTTP"),
  Command.withExamples([
    { command: "toolgate serve --workspace ~/project", description: "Serve on this machine only" },
    {
      command: "toolgate serve --listen 0.0.0.0:7333 --config server.yaml",
      description: "Serve other machines, with a certificate"
    },
    { command: "toolgate serve --init", description: "Write a file of settings to fill in" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      if (given.init) return yield* writeServerSettings(given.config)
      const stop = yield* Stop
      const hangUps = yield* Queue.sliding<void>(1)
      stop.takeHangUp(() => Queue.offerUnsafe(hangUps, undefined))
      const settings = yield* readServerSettings(given.config)
      const reference = yield* getStoreReference(given)
      const webhooks = yield* readWebhooks(settings.webhooks)
      const store = yield* Effect.acquireRelease(
        Effect.tryPromise({
          try: async () => (await loadServer()).openServerStore(reference),
          catch: convertOpening
        }),
        ({ close }) => Effect.promise(close)
      )
      const folder = Option.getOrElse(given.workspace, () => settings.workspace ?? ".")
      const files = given.policy.length > 0 ? given.policy : (settings.policy ?? [])
      const toolbox = yield* readToolboxEntries(given.toolbox)
      const servers = settings.mcp === undefined ? undefined : yield* readServers(settings.mcp)
      const gate = yield* openGate(
        { ...noAsker, ...given, workspace: folder, policy: files, config: Option.fromNullishOr(settings.mcp) },
        {
          tools: listOwnTools(given),
          toolbox: chooseEntries(toolbox),
          artifacts: getArtifactLocation(folder),
          store: reference,
          servers
        }
      )
      const isFirst = yield* addFirstToken(store, partsOf(gate).services)
      const oidc = settings.oidc === undefined ? {} : { oidc: yield* readOidc(settings.oidc) }
      const telemetry = yield* Effect.acquireRelease(
        Effect.tryPromise({
          // The variables of OpenTelemetry name the receiver, if there is one.
          try: async () => (await import("@toolgate/telemetry")).openTelemetry(gate, { service: { version } }),
          catch: (cause) =>
            new WrongUse({ message: `A variable of OpenTelemetry is invalid: ${explainCause(cause)}`, cause })
        }),
        ({ close }) => Effect.promise(close)
      )
      const server = yield* listenWith({ gate, store, webhooks, metrics: telemetry.metrics }, given, settings, oidc)
      yield* announce(server, isFirst)
      const reloading = Effect.andThen(Queue.take(hangUps), reloadServer({ server, gate, settings }))
      yield* Effect.forkScoped(Effect.forever(reloading))
      yield* Effect.promise(async () => {
        if (!stop.signal.aborted)
          await new Promise((resolve) => stop.signal.addEventListener("abort", resolve, { once: true }))
      })
      return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
    }).pipe(Effect.scoped)
  )
)

/** Loads the server. Other commands do without it. */
const loadServer = () => import("@toolgate/server")

const convertOpening = (cause: unknown): WrongUse =>
  cause instanceof StoreInvalid || cause instanceof StoreUnavailable
    ? convertStoreError(cause)
    : new WrongUse({ message: `The store cannot be opened: ${String(cause)}`, cause })

const readServers = Effect.fnUntraced(function* (path: string) {
  const config = yield* Effect.mapError(loadMcpConfig(path), ({ message }) => new WrongUse({ message }))
  return yield* readMcpChoice(config, {}, Option.some(path))
})

/** Opens the server until the scope closes. */
const listenWith = (
  {
    gate,
    store,
    webhooks,
    metrics
  }: {
    readonly gate: ConfiguredGate
    readonly store: OpenServerStore
    readonly webhooks: ReadonlyArray<WebhookEndpoint>
    readonly metrics: () => string
  },
  flags: StoreFlags & { readonly listen: Option.Option<Address>; readonly socket: Option.Option<string> },
  settings: ServerSettings,
  persons: Pick<ServerOptions, "oidc">
) => {
  const { hosts, origins, tls, limits, publicUrl, proxy } = settings
  const address = Option.getOrUndefined(flags.listen)
  const socket = Option.getOrUndefined(flags.socket) ?? (address === undefined ? settings.socket : undefined)
  const at = address ?? settings.listen ?? { host: "127.0.0.1", port: 7333 }
  const listen = socket === undefined ? at : { socket }
  const named = socket ?? `${at.host}:${at.port}`
  return Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const { openServer, usualBounds, usualLimits } = await loadServer()
        return openServer({
          gate,
          store,
          metrics,
          webhooks,
          webhookQueue: store.webhookQueue,
          ...(publicUrl === undefined ? {} : { publicUrl }),
          listen,
          workspace: partsOf(gate).base.workspace,
          origins: new Set(origins),
          ...persons,
          signIn: socket === undefined,
          ...(proxy === undefined ? {} : { proxy }),
          mcp: { version, approveWith: (id) => `toolgate approvals approve ${id}${formatStoreFlags(flags)}` },
          ...(hosts.length === 0 ? {} : { hosts: new Set(hosts) }),
          ...(tls === undefined ? {} : { tls: readCertificate(tls) }),
          ...toServerLimits(limits, usualLimits, usualBounds)
        })
      },
      catch: (cause) => {
        // Its message is about an option.
        if (cause instanceof TypeError) return new WrongUse({ message: cause.message, cause })
        return new WrongUse({ message: `The server cannot listen at ${named}: ${explainCause(cause)}`, cause })
      }
    }),
    ({ close }) => Effect.promise(close)
  )
}

interface Address {
  readonly host: string
  readonly port: number
}

const toServerLimits = (
  { openRequests, requestsPerSecond, bodyBytes, streams, graceMs }: ServerLimits,
  usualLimits: Limits,
  usualBounds: StreamBounds
) => ({
  limits: {
    ...usualLimits,
    ...(openRequests === undefined ? {} : { open: openRequests }),
    ...(requestsPerSecond === undefined ? {} : { perSecond: requestsPerSecond, burst: 2 * requestsPerSecond })
  },
  ...(bodyBytes === undefined ? {} : { longestBody: bodyBytes }),
  ...(streams === undefined ? {} : { streams: { ...usualBounds, listeners: streams } }),
  ...(graceMs === undefined ? {} : { graceMs })
})

const explainCause = (cause: unknown): string => {
  const at = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (at instanceof Error && "code" in at && at.code === "EADDRINUSE")
    return 'another program listens there. End it, or choose another address with "--listen".'
  return `${at instanceof Error ? at.message : String(at)}.`
}

/** Writes where the server is, and how a browser signs in: at the first start, and to each terminal. */
const announce = Effect.fnUntraced(function* ({ url, makeSignInAddress }: OpenServer, isFirst: boolean) {
  const { notice, isTerminal } = yield* Screen
  yield* notice(`toolgate: Serving at ${url}\n`)
  if (makeSignInAddress === undefined || !(isFirst || isTerminal.stderr)) return
  yield* notice(`toolgate: Sign in with a browser within ten minutes, once: ${makeSignInAddress()}\n`)
})
