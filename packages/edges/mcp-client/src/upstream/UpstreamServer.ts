import type { PriorDiscovery } from "@modelcontextprotocol/client"
import { type JsonObject, quoted, type ToolContext, ToolExecutionError, type ToolRegistry } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Scope } from "effect/Scope"
import { SignInNeeded } from "../authorization/NotAuthorized.ts"
import type { McpServerEntry } from "../config/McpConfig.ts"
import type { Connection } from "./Connection.ts"
import { answerMs, type ConnectParts, connect } from "./connect.ts"
import { createAttempt, rejectOnAbort } from "./createAttempt.ts"
import { getServerOwner } from "./getServerOwner.ts"
import { getServerRecipe } from "./getServerRecipe.ts"
import type { ListedTool } from "./listedTool.ts"
import { listenForChanges } from "./listenForChanges.ts"
import { listServer, type Serving } from "./listServer.ts"
import type { McpServerStatus, ToolFault } from "./McpServerStatus.ts"
import { getAddressKind, toClientAddress } from "./offers/addresses.ts"
import type { ServerOffers } from "./offers/ServerOffers.ts"
import { ServerFault } from "./ServerFault.ts"
import { ServerTools } from "./ServerTools.ts"
import { toServerFault } from "./toServerFault.ts"

export interface UpstreamParts extends Pick<ConnectParts, "open" | "workspace" | "version"> {
  readonly registry: ToolRegistry["Service"]
  /** Returns the PATH for the server's program, if it does not depend on how the gate was started. */
  readonly searched: Effect.Effect<string | undefined, ServerFault>
  /** Settles when a person has signed in at the server. */
  readonly signedIn: Effect.Effect<void>
  readonly log: (line: Effect.Effect<void>) => void
  /** Called when the server's resources have changed. */
  readonly offersChanged: () => void
}

/** A server behind the gate. It is connected while the gate is open, and reconnected when the connection ends. */
export class UpstreamServer {
  /** Settles after the first attempt to connect, whether or not it succeeded. */
  readonly tried = Deferred.makeUnsafe<void>()
  private readonly entry: McpServerEntry
  private readonly parts: UpstreamParts
  private readonly tools: ServerTools
  private offered: ServerOffers
  private leftOut: ReadonlyArray<ToolFault> = []
  private state: McpServerStatus["state"] = "starting"
  private why: string | undefined = undefined
  /** The line that the server printed last. For the log only, never for clients. */
  private lastSaid: string | undefined = undefined
  /** The pending attempt to connect, for which calls wait. A call that stops waiting does not abort the attempt. */
  private attempt = createAttempt()
  /** The connection of a successful attempt. A new attempt replaces it as soon as the connection ends. */
  private connection: Connection | undefined = undefined
  /** The recipe of the running server, as canonical JSON. */
  private started: string | undefined = undefined
  /** The lost connections since the last answered call. */
  private failures = 0
  /** The callers of the pending calls. */
  private readonly callers = new Set<ToolContext>()
  private prior: PriorDiscovery | undefined = undefined

  constructor(entry: McpServerEntry, parts: UpstreamParts) {
    this.entry = entry
    this.parts = parts
    this.tools = new ServerTools(parts.registry)
    this.offered = {
      server: entry.name,
      hasResources: false,
      resources: [],
      templates: [],
      prompts: new Map(),
      completes: false
    }
  }

  /** The latest resources and prompts of the server. */
  get offers(): ServerOffers {
    return this.offered
  }

  /** The latest definitions of the registered tools. */
  get listed(): ReadonlyArray<ListedTool> {
    return this.tools.listed
  }

  /** Connects the server, and reconnects it after each end with a growing delay. Never ends by itself. */
  readonly live: Effect.Effect<never> = Effect.suspend(() =>
    Effect.forever(
      Effect.gen({ self: this }, function* () {
        const { attempt: createAttempt } = this
        const fault = yield* Effect.flip(
          Effect.flatMap(Effect.scoped(this.connected()), (message) => new ServerFault({ message }))
        )
        this.failed(fault.message, fault instanceof SignInNeeded ? "needs sign-in" : "failed")
        // A call that arrived after the connection had ended waits for the next attempt.
        if (createAttempt === this.attempt) this.rejectAttempt()
        const delay = Effect.sleep(Math.min(longestDelay, firstDelay * 2 ** this.failures++))
        yield* fault instanceof SignInNeeded ? Effect.raceFirst(delay, this.parts.signedIn) : delay
        this.state = "starting"
      })
    )
  )

  /** Removes the server's tools, and fails the calls that wait for the server. */
  readonly close: Effect.Effect<void> = Effect.suspend(() => {
    // A known reason is not logged: the gate itself closes the connection.
    this.why = "The gate is closed."
    this.failed(this.why)
    this.rejectAttempt()
    return this.tools.clear
  })

  readonly status: Effect.Effect<McpServerStatus> = Effect.suspend(() => {
    const { entry, state, why, leftOut } = this
    const tools = this.tools.names
    return Effect.map(this.tools.quarantined, (quarantined) => ({
      server: entry.name,
      owner: getServerOwner(entry),
      state,
      why,
      tools,
      quarantined,
      leftOut
    }))
  })

  /** Connects once. Succeeds with the reason why the connection ended. */
  private connected(): Effect.Effect<string, ServerFault, Scope> {
    return Effect.gen({ self: this }, function* () {
      const { entry, parts, prior } = this
      const changes = yield* Queue.sliding<void>(1)
      const changed = () => void Queue.offerUnsafe(changes, undefined)
      this.lastSaid = undefined
      const said = (line: string) => {
        this.lastSaid = line
        parts.log(this.annotated(Effect.logInfo(`An MCP server printed: ${quoted(line, 500)}`)))
      }
      // The protocol version may have changed with the restart.
      this.prior = undefined
      let isOver = false
      const over = () => {
        isOver = true
        this.over()
      }
      const searched = yield* parts.searched
      const recipe = getServerRecipe(entry, parts.workspace, searched)
      const connection = yield* connect(
        { ...parts, entry, changed, said, over, onlyCaller: () => this.onlyCaller() },
        prior
      )
      // The recipe must not have changed between its first reading and the start.
      if (canonicalizeJson(getServerRecipe(entry, parts.workspace, searched)) !== canonicalizeJson(recipe))
        return yield* new ServerFault({ message: "Its program or script changed while it started." })
      const ended = Effect.promise(() => connection.ended)
      const list = Effect.catch(this.list(connection, recipe), (fault) =>
        isOver ? Effect.flatMap(ended, (message) => new ServerFault({ message })) : fault
      )
      // Listens before the first list, so that no change in between is missed.
      yield* listenForChanges(connection, changed)
      yield* list
      this.prior = connection.prior
      this.state = "connected"
      this.why = undefined
      this.started = canonicalizeJson(recipe)
      this.connection = connection
      this.attempt.resolve(connection)
      yield* Deferred.succeed(this.tried, undefined)
      const listing = Effect.gen({ self: this }, function* () {
        yield* Queue.take(changes)
        yield* list
        // Limits how often a server can trigger a new list.
        yield* Effect.sleep("200 millis")
      })
      return yield* Effect.raceFirst(ended, Effect.forever(listing))
    })
  }

  private failed(why: string, state: McpServerStatus["state"] = "failed"): void {
    if (this.why !== why) {
      const last = this.lastSaid === undefined ? "" : ` It printed last: ${quoted(this.lastSaid, 200)}`
      const line = Effect.logWarning(`The MCP server "${this.entry.name}" is not connected. ${why}${last}`)
      this.parts.log(this.annotated(line))
    }
    this.state = state
    this.why = why
    Deferred.doneUnsafe(this.tried, Effect.void)
  }

  private rejectAttempt(): void {
    const message = `The MCP server "${this.entry.name}" is not connected. ${this.why}`
    this.attempt.reject(new ToolExecutionError({ message, executed: "no" }))
    this.attempt = createAttempt()
  }

  private over(): void {
    if (this.connection === undefined) return
    this.connection = undefined
    this.attempt = createAttempt()
  }

  /** Lists the server and registers the result. */
  private list(connection: Connection, recipe: JsonObject): Effect.Effect<void, ServerFault> {
    return Effect.gen({ self: this }, function* () {
      const { candidates, offers, leftOut } = yield* Effect.tryPromise({
        try: (signal) => listServer(connection, this.entry, recipe, this.serving, { timeout: answerMs, signal }),
        catch: (cause) => toServerFault(connection.sdk, cause)
      })
      const before = this.offered
      // Set before the registration, which takes a while: clients must not see the tools of resources and prompts.
      this.offered = offers
      const faults = yield* this.tools.put(candidates)
      if (resourcesIn(before) !== resourcesIn(offers)) this.parts.offersChanged()
      this.tellLeftOut([...leftOut, ...faults])
    })
  }

  private tellLeftOut(faults: ReadonlyArray<ToolFault>): void {
    const known = new Set(this.leftOut.map(({ tool, why }) => `${tool}: ${why}`))
    const news = faults.map(({ tool, why }) => `${tool}: ${why}`).filter((line) => !known.has(line))
    this.leftOut = faults
    if (news.length === 0) return
    const more = news.length > mostTold ? `, and ${news.length - mostTold} more` : ""
    const line = `The gate left out items of the MCP server "${this.entry.name}": ${news.slice(0, mostTold).join(", ")}${more}.`
    this.parts.log(this.annotated(Effect.logWarning(line)))
  }

  /** Sends a request for a call, once the server is connected. */
  private readonly serving: Serving = async (context, tool, request) => {
    const { name: server, allow } = this.entry
    const connection = this.connection ?? (await rejectOnAbort(this.attempt.promise, context.signal))
    // Since the call was approved or queued, the server may have restarted differently, or its list may have changed.
    if (tool.server !== this.started || (tool.listed !== undefined && !this.tools.isListed(tool.listed)))
      throw new ToolExecutionError({ message: `${changedSince} The server is "${server}".`, executed: "no" })
    const isOpen = allow.includes("resources")
    const addressOf = (uri: string) =>
      isOpen && getAddressKind(uri) !== undefined ? toClientAddress({ server, uri }) : uri
    this.callers.add(context)
    try {
      const output = await request(connection, { server, context, allow, addressOf })
      this.failures = 0
      return output
    } finally {
      this.callers.delete(context)
    }
  }

  /**
   * Returns the caller if exactly one call is pending. In the older protocol a question does not name its call, so that
   * with several calls the right caller is unknown.
   */
  private onlyCaller(): ToolContext | undefined {
    const [caller, ...others] = this.callers
    return others.length > 0 ? undefined : caller
  }

  private annotated(line: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.annotateLogs(line, { server: this.entry.name })
  }
}

const changedSince =
  "The tool, or what runs behind its MCP server, has changed since the call was made. It did not run. Make it again."

const resourcesIn = ({ resources, templates }: ServerOffers): string => JSON.stringify([resources, templates])

/** The number of tools that one log line names. */
const mostTold = 10

/** The delay before the first restart, in milliseconds. Each further delay is twice as long. */
const firstDelay = 250
const longestDelay = 30_000
