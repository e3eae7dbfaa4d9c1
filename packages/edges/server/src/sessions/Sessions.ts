import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import type { Session, Toolgate } from "toolgate"
import type { AccessToken } from "../access/AccessToken.ts"
import { BadRequest, NotFound } from "../api/problems.ts"
import type { NewSession, SessionInfo } from "../api/sessions.ts"
import { SessionCalls } from "./SessionCalls.ts"

/** A session that a token has opened. */
export interface OpenSession {
  readonly id: string
  readonly owner: AccessToken
  readonly session: Session
  readonly calls: SessionCalls
  readonly workspace: string
  readonly openedAt: number
  endedAt?: number
}

/** The sessions of a server. A session belongs to the token that opened it. */
export class Sessions {
  private readonly gate: Toolgate
  private readonly workspace: string
  private readonly sessions = new Map<string, OpenSession>()

  constructor(gate: Toolgate, workspace: string) {
    this.gate = gate
    this.workspace = workspace
  }

  /** Opens a session for a token. */
  open(owner: AccessToken, given: typeof NewSession.Type): Effect.Effect<OpenSession, typeof BadRequest.Type> {
    const id = randomUUID()
    const { workspace = this.workspace, ...options } = given
    const { agent, role, task, onBehalfOf } = owner
    return Effect.tryPromise({
      try: () =>
        this.gate.session({
          id,
          workspace,
          agent,
          ...(role === undefined ? {} : { role }),
          ...(task === undefined ? {} : { task }),
          ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
          ...options
        }),
      catch: (cause) => BadRequest.problem(cause instanceof Error ? cause.message : "The session cannot be opened.", {})
    }).pipe(
      Effect.map((session) => {
        const open = { id, owner, session, calls: new SessionCalls(session), workspace, openedAt: Date.now() }
        this.sessions.set(id, open)
        return open
      })
    )
  }

  /** Returns a session of a token. Whoever administers or reads finds the sessions of all. */
  find(token: AccessToken, id: string): Effect.Effect<OpenSession, typeof NotFound.Type> {
    const found = this.sessions.get(id)
    if (found === undefined || !seesAll(token, found))
      return Effect.fail(NotFound.problem("There is no such session.", {}))
    return Effect.succeed(found)
  }

  /** Whether a session exists and a token sees it. */
  isSeenBy(token: AccessToken, id: string): boolean {
    const found = this.sessions.get(id)
    return found !== undefined && seesAll(token, found)
  }

  /** Returns the sessions that a token sees, newest first. */
  list(token: AccessToken): ReadonlyArray<OpenSession> {
    return [...this.sessions.values()].filter((session) => seesAll(token, session)).reverse()
  }

  /** Ends a session and its calls. */
  async end(session: OpenSession): Promise<void> {
    session.endedAt ??= Date.now()
    await session.session.end()
  }
}

/** Describes a session for clients. */
export const describeSession = ({
  id,
  owner,
  workspace,
  openedAt,
  endedAt,
  calls
}: OpenSession): typeof SessionInfo.Type => ({
  id,
  token: owner.name,
  agent: owner.agent,
  ...(owner.role === undefined ? {} : { role: owner.role }),
  workspace,
  openedAt,
  ...(endedAt === undefined ? {} : { endedAt }),
  openCalls: calls.count
})

const seesAll = ({ id, rights }: AccessToken, { owner }: OpenSession): boolean =>
  owner.id === id || rights.has("read") || rights.has("administer")
