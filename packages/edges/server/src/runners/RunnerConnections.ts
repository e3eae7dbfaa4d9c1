import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { type AttachedRunner, closeCodes, type RunnerSupervisor } from "@toolgate/supervisor"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { getSessionContext } from "toolgate/effect"
import type { StillValid } from "../access/Access.ts"
import type { AccessToken } from "../access/AccessToken.ts"
import { TooMany, Unavailable } from "../api/problems.ts"
import type { OpenSession, Sessions } from "../sessions/Sessions.ts"
import { acceptSocket } from "./acceptSocket.ts"
import { type RunnerLimits, usualRunnerLimits } from "./RunnerLimits.ts"

/** A request to connect an agent. */
export interface NewConnection {
  readonly request: IncomingMessage
  readonly token: AccessToken
  readonly isStillValid: StillValid
  readonly open: OpenSession
  /** Whether the session was opened for this connection. It then ends when the agent closes the connection by itself. */
  readonly isOwn: boolean
}

interface Connection {
  readonly token: string
  readonly isStillValid: StillValid
  readonly session: string
  runner: AttachedRunner | undefined
  /** Whether the token was found to be invalid. */
  isRefused: boolean
}

/** The agents that are connected by WebSockets. */
export class RunnerConnections {
  private readonly sessions: Sessions
  private readonly supervising: () => Promise<RunnerSupervisor["Service"]>
  private readonly limits: Pick<RunnerLimits, "connections" | "tokenCheckMs"> & Partial<RunnerLimits>
  private readonly connections = new Set<Connection>()
  private timer: ReturnType<typeof setInterval> | undefined = undefined
  private isClosing = false

  constructor(
    sessions: Sessions,
    supervising: () => Promise<RunnerSupervisor["Service"]>,
    limits: Partial<RunnerLimits> = {}
  ) {
    this.sessions = sessions
    this.supervising = supervising
    this.limits = { ...usualRunnerLimits, ...limits }
  }

  /** Returns why a token may not open a connection now. */
  findFault(token: AccessToken): typeof TooMany.Type | typeof Unavailable.Type | undefined {
    if (this.isClosing) return Unavailable.problem("The server is about to stop.", {})
    const own = [...this.connections].filter((one) => one.token === token.id)
    return own.length < this.limits.connections
      ? undefined
      : TooMany.problem("This token has too many agents connected.", {})
  }

  /** Serves an agent until its connection has ended and its calls are answered. */
  async serve(given: NewConnection): Promise<void> {
    const { request, token, isStillValid, open, isOwn } = given
    const connection: Connection = {
      token: token.id,
      isStillValid,
      session: open.stored.id,
      runner: undefined,
      isRefused: false
    }
    // It counts from now on, so that connections that begin together cannot exceed the limit.
    this.connections.add(connection)
    this.timer ??= setInterval(() => void this.check(), this.limits.tokenCheckMs)
    let closedWith: number | undefined
    try {
      const supervisor = await this.supervising()
      const ended = new Promise<void>((resolve) => {
        request.socket.once("close", resolve)
        if (connection.isRefused) request.socket.destroy()
        if (request.socket.destroyed) resolve()
        else
          acceptSocket(request, (socket) => {
            socket.on("close", (code) => {
              closedWith = code
            })
            connection.runner = this.attach(supervisor, given, socket)
          })
      })
      await ended
      await connection.runner?.ended
    } finally {
      this.connections.delete(connection)
      if (this.connections.size === 0) {
        clearInterval(this.timer)
        this.timer = undefined
      }
      // After any other end, the agent may come back to its session.
      if (isOwn && (closedWith === closeCodes.done || connection.runner === undefined))
        await Effect.runPromise(Effect.ignore(this.sessions.end(open)))
    }
  }

  /** Ends the connections whose token is no longer valid. */
  async check(): Promise<void> {
    const valid = [...this.connections].filter(({ isRefused }) => !isRefused)
    await Promise.all(
      valid.map(async (connection) => {
        const valid = await Effect.runPromiseExit(connection.isStillValid)
        if (Exit.isSuccess(valid) && valid.value) return
        connection.isRefused = true
        connection.runner?.cut(Exit.isSuccess(valid) ? closeCodes.refused : closeCodes.tryAgain)
      })
    )
  }

  /** Ends the connections of a session that has ended. */
  endSession(id: string): void {
    for (const { session, runner } of this.connections) if (session === id) endNow(runner)
  }

  /** Asks all agents to end, and settles when they have. */
  async close(): Promise<void> {
    this.isClosing = true
    const runners = [...this.connections].flatMap(({ runner }) => runner ?? [])
    for (const runner of runners) runner.stop("the server is closing", closeCodes.goingAway)
    await Promise.all(runners.map(({ ended }) => ended))
  }

  private attach(
    supervisor: RunnerSupervisor["Service"],
    { request, open }: NewConnection,
    socket: Parameters<Parameters<typeof acceptSocket>[1]>[0]
  ): AttachedRunner {
    const { now, skills } = getSessionContext(open.session)
    const turn = `connection ${randomUUID()}`
    return Effect.runSync(
      supervisor.attach({
        socket,
        connection: request.socket,
        context: { ...now(), turn },
        narrow: () => now().principal,
        skills,
        around: (call, dispatch) => open.calls.within([call], { turn }, undefined, ({ signal }) => dispatch(signal)),
        bounds: this.limits
      })
    )
  }
}

const endNow = (runner: AttachedRunner | undefined): void => {
  runner?.stop("the session has ended")
  runner?.cut(closeCodes.done)
}
