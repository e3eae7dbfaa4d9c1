import type { PriorDiscovery } from "@modelcontextprotocol/client"
import { type JsonObject, quoted, type ToolContext, ToolExecutionError, type ToolRegistry } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Scope } from "effect/Scope"
import { SignInNeeded } from "../authorization/NotAuthorized.ts"
import type { McpServerEntry } from "../config/McpConfig.ts"
import { attempt, orAborted } from "./attempt.ts"
import type { Connection } from "./Connection.ts"
import { answerMs, type ConnectParts, connect } from "./connect.ts"
import { faultOf } from "./faultOf.ts"
import type { ListedTool } from "./listedTool.ts"
import { listening } from "./listening.ts"
import { listServer, type Serving } from "./listServer.ts"
import type { McpServerStatus, ToolFault } from "./McpServerStatus.ts"
import { addressKind, shownAddress } from "./offers/addresses.ts"
import type { ServerOffers } from "./offers/ServerOffers.ts"
import { ServerFault } from "./ServerFault.ts"
import { ServerTools } from "./ServerTools.ts"
import { serverOwner } from "./serverOwner.ts"
import { serverRecipe } from "./serverRecipe.ts"

/** The parts that a server's life needs. */
export interface UpstreamParts extends Pick<ConnectParts, "open" | "workspace" | "version"> {
  readonly registry: ToolRegistry["Service"]
  /** Returns the PATH in which the server's program will be searched, if it is the same wherever the gate is started. */
  readonly searched: Effect.Effect<string | undefined, ServerFault>
  /** Settles when somebody has signed in at the server. */
  readonly signedIn: Effect.Effect<void>
  readonly log: (line: Effect.Effect<void>) => void
  /** Called when the server's resources have changed. */
  readonly offersChanged: () => void
}

/** A server behind the gate, for as long as the gate is open: connected, and again after it ended, one connection at a time. */
export class UpstreamServer {
  /** Settles when the server was tried once, whether or not it could be connected. */
  readonly tried = Deferred.makeUnsafe<void>()
  private readonly entry: McpServerEntry
  private readonly parts: UpstreamParts
  private readonly tools: ServerTools
  private offered: ServerOffers
  private leftOut: ReadonlyArray<ToolFault> = []
  private state: McpServerStatus["state"] = "starting"
  private why: string | undefined = undefined
  /** The line that the server printed last in this run. It is for the log, and for no client. */
  private lastSaid: string | undefined = undefined
  /** The attempt to connect that calls wait for. A call that gives up waiting ends nothing. */
  private attempt = attempt()
  /** The connection, if the attempt has succeeded. The next one begins as soon as the connection is over. */
  private connection: Connection | undefined = undefined
  /** The server as it was started last, as canonical JSON. */
  private started: string | undefined = undefined
  /** The connections that ended since a call was last answered. */
  private failures = 0
  /** The callers of the calls that the server has not answered yet. */
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

  /** The resources and prompts of the server, as it listed them last. */
  get offers(): ServerOffers {
    return this.offered
  }

  /** The tools of the server that the gate has, as it listed them last. */
  get listed(): ReadonlyArray<ListedTool> {
    return this.tools.listed
  }

  /** Connects the server, and again whenever its connection has ended, ever later. Never ends by itself. */
  readonly live: Effect.Effect<never> = Effect.suspend(() =>
    Effect.forever(
      Effect.gen({ self: this }, function* () {
        const { attempt } = this
        const fault = yield* Effect.flip(
          Effect.flatMap(Effect.scoped(this.connected()), (message) => new ServerFault({ message }))
        )
        this.failed(fault.message, fault instanceof SignInNeeded ? "needs sign-in" : "failed")
        // A call that came after the connection was over waits for the next attempt.
        if (attempt === this.attempt) this.rejectAttempt()
        const delay = Effect.sleep(Math.min(longestDelay, firstDelay * 2 ** this.failures++))
        yield* fault instanceof SignInNeeded ? Effect.raceFirst(delay, this.parts.signedIn) : delay
        this.state = "starting"
      })
    )
  )

  /** Removes the server's tools, and ends the calls that wait for it. */
  readonly close: Effect.Effect<void> = Effect.suspend(() => {
    // Nobody has to be warned of the end that the gate itself makes: a reason that is known is not logged.
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
      owner: serverOwner(entry),
      state,
      why,
      tools,
      quarantined,
      leftOut
    }))
  })

  /** Connects once. Succeeds with the reason for which the connection ended. */
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
      // What the server spoke before may not be what it speaks now.
      this.prior = undefined
      let isOver = false
      const over = () => {
        isOver = true
        this.over()
      }
      const searched = yield* parts.searched
      const recipe = serverRecipe(entry, parts.workspace, searched)
      const connection = yield* connect(
        { ...parts, entry, changed, said, over, onlyCaller: () => this.onlyCaller() },
        prior
      )
      // What was read before the start has to be what was started.
      if (canonicalizeJson(serverRecipe(entry, parts.workspace, searched)) !== canonicalizeJson(recipe))
        return yield* new ServerFault({ message: "Its program, or a script of it, has changed while it was started." })
      const ended = Effect.promise(() => connection.ended)
      const list = Effect.catch(this.list(connection, recipe), (fault) =>
        isOver ? Effect.flatMap(ended, (message) => new ServerFault({ message })) : fault
      )
      // A change between the first list and the first word of it would be missed.
      yield* listening(connection, changed)
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
        // A server that says it ever again is listed at its own pace and not faster.
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
    this.attempt = attempt()
  }

  private over(): void {
    if (this.connection === undefined) return
    this.connection = undefined
    this.attempt = attempt()
  }

  /** Takes over what the server lists now. */
  private list(connection: Connection, recipe: JsonObject): Effect.Effect<void, ServerFault> {
    return Effect.gen({ self: this }, function* () {
      const { candidates, offers, leftOut } = yield* Effect.tryPromise({
        try: (signal) => listServer(connection, this.entry, recipe, this.serving, { timeout: answerMs, signal }),
        catch: (cause) => faultOf(connection.sdk, cause)
      })
      const before = this.offered
      // Clients are shown none of the tools for these as a tool, also while the tools are registered, which takes a while.
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
    const line = `Left out of what the MCP server "${this.entry.name}" lists: ${news.slice(0, mostTold).join(", ")}${more}.`
    this.parts.log(this.annotated(Effect.logWarning(line)))
  }

  /** Makes a request of a call, once the server is connected. */
  private readonly serving: Serving = async (context, tool, request) => {
    const { name: server, allow } = this.entry
    const connection = this.connection ?? (await orAborted(this.attempt.promise, context.signal))
    // The call may have been approved, or have waited, since before the server was started again or changed its list.
    if (tool.server !== this.started || (tool.listed !== undefined && !this.tools.isListed(tool.listed)))
      throw new ToolExecutionError({ message: `${changedSince} The server is "${server}".`, executed: "no" })
    const isOpen = allow.includes("resources")
    const addressOf = (uri: string) => (isOpen && addressKind(uri) !== undefined ? shownAddress({ server, uri }) : uri)
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
   * Returns the caller of the one call that the server has. In the older protocol, a question does not say to which call it belongs, and
   * with several nobody knows whom to ask.
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

/** The number of tools that one line of the log names. */
const mostTold = 10

/** The time after which a server that ended is started again: twice as long each time. In milliseconds. */
const firstDelay = 250
const longestDelay = 30_000
