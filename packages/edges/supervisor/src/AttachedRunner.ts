import type { Socket } from "node:net"
import type { DispatchContext, Principal, ToolCall, ToolExecution } from "@toolgate/core"
import type { SkillMessage } from "@toolgate/runner/protocol"
import { NoChildren } from "./NoChildren.ts"
import type { ReadingQueue } from "./ReadingQueue.ts"
import { type ConnectionEvents, RunnerConnection } from "./RunnerConnection.ts"
import type { RunnerEvent } from "./RunnerEvent.ts"
import { RunnerEventSender } from "./RunnerEventSender.ts"
import type { RunnerLog } from "./RunnerLife.ts"
import type { RunnerBounds } from "./RunnerSpec.ts"
import { limitToSkills, type RunnerTools } from "./RunnerTools.ts"
import { closeCodes } from "./RunnerTransport.ts"
import { type MessageSocket, WebSocketTransport } from "./WebSocketTransport.ts"

/** An agent that was started elsewhere, and has connected by a WebSocket. */
export interface AttachedSpec {
  /** An open WebSocket, and the connection beneath it. */
  readonly socket: MessageSocket
  readonly connection: Socket
  /** The context of the agent's calls. The session does not end with the connection. */
  readonly context: DispatchContext
  /** Returns the principal as it is now. Called for each call, because the tools of skills change. */
  readonly narrow: (principal: Principal) => Principal
  readonly skills: ReadonlyArray<SkillMessage>
  /** Called around each call of the agent. `signal` cancels the call. */
  readonly around: (call: ToolCall, dispatch: (signal: AbortSignal) => Promise<ToolExecution>) => Promise<ToolExecution>
  readonly bounds?: Partial<AttachedBounds>
  /** Called with each event, in order. */
  readonly onEvent?: (event: RunnerEvent) => void | Promise<void>
}

/** Limits on an attached agent's use of the supervisor. */
export interface AttachedBounds extends Pick<RunnerBounds, "callsInFlight" | "callBytes" | "unreadBytes"> {
  /** Milliseconds between `shutdown` and the end of the connection. */
  readonly shutdownMs: number
  /** Milliseconds after which a silent agent is asked for a sign of life, and again until it is cut. */
  readonly heartbeatMs: number
}

export const attachedBounds: AttachedBounds = {
  callsInFlight: 64,
  callBytes: 64 * 1024 * 1024,
  unreadBytes: 4 * 1024 * 1024,
  shutdownMs: 2_000,
  heartbeatMs: 30_000
}

/** An agent that was started elsewhere, from its connection to the end of it. */
export class AttachedRunner implements ConnectionEvents {
  /** Settles when the connection has ended and all calls of it are answered. Never rejects. */
  readonly ended: Promise<void>
  private readonly bounds: AttachedBounds
  private readonly connection: RunnerConnection
  private readonly left = Promise.withResolvers<void>()
  private patience: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(spec: AttachedSpec, tools: RunnerTools, turns: ReadingQueue, log: RunnerLog) {
    const { socket, connection, context, skills, narrow, around, onEvent } = spec
    const { agent } = context.principal
    const broke = (cause: unknown) => log.broke(agent, cause)
    const bounds = { ...attachedBounds, ...spec.bounds }
    this.bounds = bounds
    this.ended = this.left.promise.then(() => this.connection.end())
    this.connection = new RunnerConnection(
      {
        open: (events) => new WebSocketTransport(socket, connection, bounds.heartbeatMs, events),
        bounds,
        tools: surround(limitToSkills(tools, narrow), around),
        context,
        skills,
        children: new NoChildren((child, why) => log.refused(agent, child, why)),
        teller: new RunnerEventSender(agent, context.session, onEvent, broke),
        turns,
        broke
      },
      this
    )
  }

  /** Asks the agent to end, and ends its connection after the grace. */
  stop(reason: string, code: number = closeCodes.done): void {
    const { shutdownMs } = this.bounds
    if (this.patience !== undefined) return
    this.connection.shutDown(reason, shutdownMs)
    this.patience = setTimeout(() => this.cut(code), shutdownMs)
  }

  /** Cancels the agent's calls and ends its connection. `code`: one of `closeCodes`. */
  cut(code: number): void {
    clearTimeout(this.patience)
    this.connection.leave(code)
  }

  // Called by the connection.

  // The end of the connection follows, once the agent has read why.
  broke(): void {}

  closed(): void {}

  gone(): void {
    clearTimeout(this.patience)
    this.left.resolve()
  }
}

/** Passes each call through `around`. */
const surround = (tools: RunnerTools, around: AttachedSpec["around"]): RunnerTools => ({
  ...tools,
  dispatch: (call, context, options) =>
    around(call, (signal) =>
      tools.dispatch(call, context, {
        ...options,
        signal: options?.signal === undefined ? signal : AbortSignal.any([options.signal, signal])
      })
    )
})
