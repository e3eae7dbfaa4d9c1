import { loadMcpConfig, type McpConfig } from "@toolgate/mcp-client"
import type { McpCaller, ServeOptions } from "@toolgate/mcp-server"
import { serveMcpHttp } from "@toolgate/server"
import * as Context from "effect/Context"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { GateSkills, partsOf } from "toolgate/effect"
import { getArtifactLocation } from "../artifacts/artifactsHere.ts"
import { getAuditFolder, makeAuditFlag } from "../audit/auditFlags.ts"
import { adviseClients } from "../call/adviseHostTools.ts"
import { catalogueFlags } from "../catalogue/catalogueFlags.ts"
import { watch } from "../catalogue/reloadLines.ts"
import { readCaller } from "../flags/asker.ts"
import { gateFlags } from "../flags/gateFlags.ts"
import { hostToolsFlag, listOwnTools } from "../flags/hostToolsFlag.ts"
import { readLimits } from "../flags/limitFlag.ts"
import { getStoreReference, listStoreWords, type StoreFlags, storeFlags } from "../flags/storeFlags.ts"
import { openGate } from "../openGate.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { formatLeftOut } from "../text/formatLeftOut.ts"
import { chooseEntries } from "../toolbox/toolboxChoice.ts"
import { readToolboxEntries, toolboxFlag, toolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { version } from "../version.ts"
import { WrongUse } from "../WrongUse.ts"
import { readMcpChoice } from "./mcpChoice.ts"
import { getTokens, type Tokens, token } from "./mcpTokens.ts"
import { openNeededApprovalPage } from "./openNeededApprovalPage.ts"
import { reviewWith } from "./reviewWith.ts"
import { isOutputLost, serveClient } from "./serveClient.ts"

const http = Flag.String("http").pipe(
  Flag.withMetavar("PORT"),
  Flag.withDescription(
    "Serve HTTP on this port of the loopback interface, and not standard input and output; 0: a free one"
  ),
  Flag.filterMap(
    (given) => (/^\d{1,5}$/.test(given) && Number(given) < 65_536 ? Option.some(Number(given)) : Option.none()),
    () => "a port from 0 to 65535"
  ),
  Flag.optional
)

const approvals = Flag.Literals("approvals", ["defer", "elicit", "url"]).pipe(
  Flag.withMetavar("WAY"),
  Flag.withDescription(
    "How a client's user is asked: defer answers at once, and a person decides with this command line; elicit lets the client ask; url lets the client open a page where a person decides; default: that of --config, or defer"
  ),
  Flag.optional
)

const config = Flag.String("config").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "The mcp.yaml with the servers behind the gate, and with the digests of clients' tokens; default: none"
  ),
  Flag.optional
)

const { workspace, policy, noProjectPolicy, agent, role, task, readOnly, noWeb, limit } = gateFlags

/** The command `toolgate mcp serve`, which serves the gate's tools to MCP clients. */
export const mcpServeCommand = Command.make("serve", {
  config,
  http,
  token,
  approvals,
  workspace,
  policy,
  noProjectPolicy,
  agent,
  role,
  task,
  readOnly,
  noWeb,
  limit,
  ...catalogueFlags,
  toolbox: toolboxFlag,
  ...hostToolsFlag,
  ...toolboxSettingsFlag,
  watch,
  audit: makeAuditFlag("the store"),
  ...storeFlags
}).pipe(
  Command.withDescription(
    [
      "Serve the gate's tools to MCP clients, over standard input and output or over HTTP.",
      "",
      "A client starts this command, and ends it by closing its input. It sees the tools that the policy shows its agent,",
      "and each of its calls goes through the gate. The answer says whether anything ran.",
      "",
      'When the policy asks, the call is answered at once with the id of its request. Decide with "toolgate approvals": the',
      "client then makes the same call again, and it runs, once. With --approvals elicit, a client that can asks its user;",
      "critical calls are never decided there. With --approvals url, a client that can opens a page of this machine for its user,",
      'who signs in with the code of "toolgate approvals code".',
      "",
      "With --config, the tools of MCP servers are behind the gate as well, and their resources and prompts where their entries",
      "open them. Each server is confined to what its entry names.",
      "",
      "With --skill, every client is restricted to the tools of the skill, and finds the skill in the instructions of the server and",
      "among its resources.",
      "",
      "With --http, requests need a bearer token, and are accepted from this machine only.",
      "",
      "Exit status: 0 the client has ended, 1 it could not be answered, 2 the command line is invalid, 129, 130 or 143 SIGHUP, Ctrl-C or SIGTERM ended it."
    ].join("\n  ")
  ),
  Command.withShortDescription("Serve the gate's tools to MCP clients"),
  Command.withExamples([
    {
      command: "toolgate mcp serve --workspace ~/project",
      description: "Serve one client, as the command in a client's configuration"
    },
    {
      command: "toolgate mcp serve --config mcp.yaml",
      description: "Serve the tools of the servers in mcp.yaml as well"
    },
    {
      command: "toolgate mcp serve --approvals elicit --policy policy.yaml",
      description: "Let the client ask its user when the policy asks"
    },
    {
      command: "toolgate mcp serve --http 7333 --token editor=env:EDITOR_TOKEN --token ci=file:ci.token",
      description: "Serve two clients over HTTP as the agents editor and ci"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const stop = yield* Stop
      const store = yield* getStoreReference(given)
      const folder = yield* Option.isNone(given.audit) ? Effect.undefined : getAuditFolder(given.audit)
      const limits = yield* readLimits(given.limit)
      const config = Option.isNone(given.config) ? noConfig : yield* configIn(given.config.value)
      yield* (yield* Screen).notice(formatLeftOut(config.leftOut))
      const { agent = "default", role, task, readOnly, noWeb } = readCaller({ ...given, session: Option.none() })
      const caller: McpCaller = {
        name: agent,
        principal: {
          agent,
          ...(role === undefined ? {} : { role }),
          ...(task === undefined ? {} : { task }),
          ceiling: {
            tools: "any",
            ...(Object.keys(limits).length > 0 ? { limits } : {}),
            ...(readOnly === true ? { readOnly } : {}),
            ...(noWeb === true ? { noWeb } : {})
          }
        },
        approvals: Option.getOrElse(given.approvals, () => config.approvals)
      }
      const port = Option.getOrUndefined(given.http)
      const tokens = yield* getTokens(given.token, config, caller, stop.signal)
      if (tokens === undefined) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
      if (port === undefined && given.token.length > 0)
        return yield* new WrongUse({ message: 'The flag "--token" is for "--http"; add it, or leave the token out.' })
      if (port === undefined && isOutputLost())
        return yield* new WrongUse({
          message:
            'Standard output is closed or discarded, so no client can be answered. Connect it, or serve HTTP with "--http".'
        })
      const toolbox = yield* readToolboxEntries(given.toolbox)
      const gate = yield* openGate(
        { ...given, askTimeout: 300, session: Option.none() },
        {
          tools: listOwnTools(given),
          toolbox: chooseEntries(toolbox),
          artifacts: getArtifactLocation(given.workspace),
          store,
          servers: yield* readMcpChoice(config, caller, given.config),
          pins: { reviewWith: reviewWith(given) },
          ...(folder === undefined ? {} : { audit: { folder } })
        }
      )
      const parts = partsOf(gate)
      const callers = port === undefined ? [caller] : tokens.tokens.map((known) => known.caller)
      const page = yield* openNeededApprovalPage(callers, parts.services, store, approvalsWith(given, "code"))
      const options = {
        gate: adviseClients(parts.services, given),
        version,
        workspace: parts.base.workspace,
        ...(gate.servers === undefined ? {} : { servers: gate.servers }),
        ...servedSkills(Context.get(parts.services, GateSkills), given.skill),
        approveWith: approvalsWith(given, "approve"),
        ...(page === undefined ? {} : { approveAt: page.addressOf })
      }
      if (port === undefined) yield* serveClient({ ...options, caller, signal: stop.signal })
      else yield* listen(port, tokens, options)
      if (stop.signal.aborted) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
    }).pipe(Effect.scoped)
  )
)

/** Returns the skills for clients. Their tools are looked up with each request, because servers start later. */
const servedSkills = (skills: GateSkills["Service"], names: ReadonlyArray<string>): Pick<ServeOptions, "skills"> =>
  names.length === 0
    ? {}
    : {
        skills: {
          active: skills.named(names),
          instructions: skills.prompt(names),
          narrow: (principal) => skills.narrow(principal, names)
        }
      }

const noConfig: McpConfig = { servers: new Map(), approvals: "defer", pins: "first", tokens: new Map(), leftOut: [] }

const configIn = (path: string) =>
  Effect.mapError(
    loadMcpConfig(path),
    (cause) => new WrongUse({ message: `The file of "--config" cannot be used:\n${cause.message}`, cause })
  )

/** Serves HTTP until the command must end. */
const listen = Effect.fnUntraced(function* (port: number, { tokens, shown }: Tokens, options: ServeOptions) {
  const screen = yield* Screen
  const { signal } = yield* Stop
  const { url, close } = yield* Effect.tryPromise({
    try: () => serveMcpHttp({ ...options, port, tokens }),
    catch: (cause) => new WrongUse({ message: `Port ${port} cannot be used: ${(cause as Error).message}.`, cause })
  })
  yield* screen.notice(`toolgate: Serving MCP at ${url}\n`)
  if (shown !== undefined) yield* screen.notice(`toolgate: The token of this run: ${shown}\n`)
  yield* Effect.promise(async () => {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }))
    await close()
  })
})

/** Returns a command about an approval or a page, with this command's store and key. */
const approvalsWith =
  (given: StoreFlags, command: "approve" | "code") =>
  (about: string): string =>
    [`toolgate approvals ${command}`, about, ...listStoreWords(given)].join(" ")
