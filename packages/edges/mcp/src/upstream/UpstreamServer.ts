import type { PriorDiscovery } from "@modelcontextprotocol/client"
import {
  type Args,
  quoted,
  type ToolContext,
  ToolExecutionError,
  type ToolOutput,
  type ToolRegistry
} from "@toolgate/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Scope } from "effect/Scope"
import type { McpServerEntry } from "../config/McpConfig.ts"
import { elicited } from "./answerInput.ts"
import type { Connection } from "./Connection.ts"
import { callServer } from "./callServer.ts"
import { answerMs, type ConnectParts, connect } from "./connect.ts"
import { faultOf } from "./faultOf.ts"
import { type ListedTool, toolOf } from "./listedTool.ts"
import { listTools } from "./listTools.ts"
import type { McpServerStatus, ToolFault } from "./McpServerStatus.ts"
import { readTools } from "./readTools.ts"
import { ServerFault } from "./ServerFault.ts"
import { serverOwner } from "./serverOwner.ts"

/** The parts that a server's life needs. */
export interface UpstreamParts extends Pick<ConnectParts, "open" | "workspace" | "version"> {
  readonly registry: ToolRegistry["Service"]
  readonly log: (line: Effect.Effect<void>) => void
}

/** A server behind the gate, for as long as the gate is open: connected, and again after it ended, one connection at a time. */
export class UpstreamServer {
  /** Settles when the server was tried once, whether or not it could be connected. */
  readonly tried = Deferred.makeUnsafe<void>()
  private readonly entry: McpServerEntry
  private readonly parts: UpstreamParts
  /** The definition of each tool that the gate has of the server, as JSON, by the name under which it is registered. */
  private readonly registered = new Map<string, string>()
  private leftOut: ReadonlyArray<ToolFault> = []
  private state: McpServerStatus["state"] = "starting"
  private why: string | undefined = undefined
  /** The attempt to connect that calls wait for. A call that gives up waiting ends nothing. */
  private attempt = attempt()
  /** Whether the attempt has succeeded. The next one begins as soon as the connection is over. */
  private isUp = false
  /** The connections that ended since a call was last answered. */
  private failures = 0
  /** The callers of the calls that the server has not answered yet. */
  private readonly callers = new Set<ToolContext>()
  private prior: PriorDiscovery | undefined = undefined

  constructor(entry: McpServerEntry, parts: UpstreamParts) {
    this.entry = entry
    this.parts = parts
  }

  /** Connects the server, and again whenever its connection has ended, ever later. Never ends by itself. */
  readonly live: Effect.Effect<never> = Effect.suspend(() =>
    Effect.forever(
      Effect.gen({ self: this }, function* () {
        const { attempt } = this
        const why = yield* Effect.scoped(this.connected()).pipe(Effect.catch(({ message }) => Effect.succeed(message)))
        this.failed(why)
        // A call that came after the connection was over waits for the next attempt.
        if (attempt === this.attempt) this.rejectAttempt()
        yield* Effect.sleep(Math.min(longestDelay, firstDelay * 2 ** this.failures++))
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
    return Effect.forEach(this.registered.keys(), this.parts.registry.remove, { discard: true })
  })

  readonly status: Effect.Effect<McpServerStatus> = Effect.suspend(() => {
    const { entry, state, why, leftOut, registered } = this
    const tools = [...registered.keys()]
    return Effect.map(Effect.forEach(tools, this.quarantineOf), (found) => ({
      server: entry.name,
      owner: serverOwner(entry),
      state,
      why,
      tools,
      quarantined: found.flat(),
      leftOut
    }))
  })

  private readonly quarantineOf = (tool: string): Effect.Effect<ReadonlyArray<ToolFault>> =>
    Effect.match(this.parts.registry.lookup(tool) ?? Effect.void, {
      onSuccess: () => [],
      onFailure: ({ message }) => [{ tool, why: message }]
    })

  /** Connects once. Succeeds with the reason for which the connection ended. */
  private connected(): Effect.Effect<string, ServerFault, Scope> {
    return Effect.gen({ self: this }, function* () {
      const { entry, parts, prior } = this
      const changes = yield* Queue.sliding<void>(1)
      const changed = () => void Queue.offerUnsafe(changes, undefined)
      const said = (line: string) =>
        parts.log(this.annotated(Effect.logInfo(`An MCP server printed: ${quoted(line, 500)}`)))
      // What the server spoke before may not be what it speaks now.
      this.prior = undefined
      let isOver = false
      const over = () => {
        isOver = true
        this.over()
      }
      const connection = yield* connect(
        { ...parts, entry, changed, said, over, elicited: (params) => this.elicited(params) },
        prior
      )
      const ended = Effect.promise(() => connection.ended)
      const list = Effect.catch(this.list(connection), (fault) =>
        isOver ? Effect.flatMap(ended, (message) => new ServerFault({ message })) : fault
      )
      // A change between the first list and the first word of it would be missed.
      yield* listening(connection, changed)
      yield* list
      this.prior = connection.prior
      this.state = "connected"
      this.why = undefined
      this.isUp = true
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

  private failed(why: string): void {
    if (this.why !== why) {
      const line = Effect.logWarning(`The MCP server "${this.entry.name}" is not connected. ${why}`)
      this.parts.log(this.annotated(line))
    }
    this.state = "failed"
    this.why = why
    Deferred.doneUnsafe(this.tried, Effect.void)
  }

  private rejectAttempt(): void {
    const message = `The MCP server "${this.entry.name}" is not connected. ${this.why}`
    this.attempt.reject(new ToolExecutionError({ message }))
    this.attempt = attempt()
  }

  private over(): void {
    if (!this.isUp) return
    this.isUp = false
    this.attempt = attempt()
  }

  /** Takes over what the server lists now. What it lists no more, or not in a form that holds, is removed. */
  private list(connection: Connection): Effect.Effect<void, ServerFault> {
    return Effect.gen({ self: this }, function* () {
      const { entry, registered } = this
      const { registry } = this.parts
      const listed = yield* Effect.tryPromise({
        try: (signal) => listTools(connection, { timeout: answerMs, signal }),
        catch: (cause) => faultOf(connection.sdk, cause)
      })
      const { tools, leftOut } = readTools(entry.name, listed)
      const faults = [...leftOut]
      for (const name of registered.keys()) if (!tools.has(name)) yield* this.remove(name)
      for (const [name, { listed, text }] of tools) {
        if (registered.get(name) === text) continue
        const tool = toolOf(entry, listed, name, (args, context) => this.call(listed, args, context))
        // A name that somebody else has is never taken over.
        const put = registered.has(name) ? registry.replace(tool) : registry.add(tool)
        const problems = yield* Effect.match(put, {
          onSuccess: () => undefined,
          onFailure: ({ problems }) => problems.join("; ").slice(0, 1_000)
        })
        if (problems === undefined) registered.set(name, text)
        else {
          yield* this.remove(name)
          faults.push({ tool: quoted(listed.name), why: problems })
        }
        // A thousand schemas take seconds, in which calls have to go on.
        yield* Effect.yieldNow
      }
      const names = new Set([...tools.values()].map(({ listed }) => listed.name))
      for (const tool of entry.tools.keys()) if (!names.has(tool)) faults.push({ tool: quoted(tool), why: unlisted })
      this.tellLeftOut(faults)
    })
  }

  private remove(name: string): Effect.Effect<unknown> {
    return this.registered.delete(name) ? this.parts.registry.remove(name) : Effect.void
  }

  private tellLeftOut(faults: ReadonlyArray<ToolFault>): void {
    const known = new Set(this.leftOut.map(({ tool, why }) => `${tool}: ${why}`))
    const news = faults.map(({ tool, why }) => `${tool}: ${why}`).filter((line) => !known.has(line))
    this.leftOut = faults
    if (news.length === 0) return
    const more = news.length > mostTold ? `, and ${news.length - mostTold} more` : ""
    const line = `Tools of the MCP server "${this.entry.name}" are left out: ${news.slice(0, mostTold).join(", ")}${more}.`
    this.parts.log(this.annotated(Effect.logWarning(line)))
  }

  private async call(listed: ListedTool, args: Args, context: ToolContext): Promise<ToolOutput> {
    const { name: server, tools, allow } = this.entry
    const connection = await orAborted(this.attempt.promise, context.signal)
    const resources = tools.get(listed.name)?.resources ?? []
    const mayAsk = allow.includes("elicitation")
    this.callers.add(context)
    try {
      const output = await callServer(connection, { server, listed, resources, args, context, mayAsk })
      this.failures = 0
      return output
    } finally {
      this.callers.delete(context)
    }
  }

  /**
   * Asks the caller of the one call that the server has. In the older protocol, a question does not say to which call it belongs, and
   * with several nobody knows whom to ask.
   */
  private async elicited(params: unknown): ReturnType<typeof elicited> {
    const [caller, ...others] = this.callers
    return caller === undefined || others.length > 0 ? { action: "decline" } : elicited(params, caller)
  }

  private annotated(line: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.annotateLogs(line, { server: this.entry.name })
  }
}

/**
 * Hears of changes until the scope closes. In the newer protocol a server tells only those who listen. The stream may end, and is
 * opened again.
 */
const listening = ({ client }: Connection, changed: () => void): Effect.Effect<void, never, Scope> => {
  if (client.getDiscoverResult()?.capabilities.tools?.listChanged !== true) return Effect.void
  const heard = Effect.tryPromise((signal) => client.listen({ toolsListChanged: true }, { timeout: answerMs, signal }))
  const again = Effect.gen(function* () {
    yield* Effect.sleep("5 seconds")
    const { closed } = yield* heard
    changed()
    yield* Effect.promise(() => closed)
  })
  return heard.pipe(
    Effect.flatMap(({ closed }) =>
      Effect.forkScoped(
        Effect.andThen(
          Effect.promise(() => closed),
          Effect.forever(again)
        ).pipe(Effect.ignore)
      )
    ),
    Effect.ignore
  )
}

const attempt = () => {
  const made = Promise.withResolvers<Connection>()
  // Nobody may be waiting for it.
  made.promise.catch(() => {})
  return made
}

const orAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> => {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener("abort", abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener("abort", abort))
}

const unlisted = "its entry says something of it, and the server does not list it"

/** The number of tools that one line of the log names. */
const mostTold = 10

/** The time after which a server that ended is started again: twice as long each time. In milliseconds. */
const firstDelay = 250
const longestDelay = 30_000
