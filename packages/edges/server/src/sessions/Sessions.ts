import { realpathSync } from "node:fs"
import { isAbsolute, relative } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { SessionStore, StoredSession } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { endStoredSession, isSessionValid, makeStoredSession } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import type { Session, Toolgate } from "toolgate"
import type { AccessToken } from "../access/AccessToken.ts"
import { whileAvailable } from "../access/whileAvailable.ts"
import { BadRequest, Forbidden, NotFound, Unavailable } from "../api/problems.ts"
import type { NewSession, SessionInfo } from "../api/sessions.ts"
import type { SessionGates } from "../gates/SessionGates.ts"
import { SessionCalls } from "./SessionCalls.ts"

/** A session that was opened, in this process or an earlier one. */
export interface OpenSession {
  readonly stored: StoredSession
  readonly session: Session
  readonly calls: SessionCalls
}

/** The parts of a server that keep its sessions. */
export interface SessionParts {
  readonly gate: Toolgate
  /** The gates of sessions that choose theirs. */
  readonly gates?: SessionGates | undefined
  /** The folder of sessions that name none. */
  readonly workspace: string
  readonly store: SessionStore["Service"]
  readonly key: SecretKey
}

/** The sessions of a server. A session belongs to the token that opened it, and outlives the process. */
export class Sessions {
  private readonly parts: SessionParts
  /** Called when a session ends, before its calls are cancelled. */
  onEnd: (id: string) => void = () => {}
  private readonly known = new Map<string, OpenSession>()

  constructor(parts: SessionParts) {
    this.parts = parts
  }

  /** The number of open sessions that this process has opened or found. */
  get count(): number {
    return this.known.size
  }

  /** Opens a session for a token. */
  open(token: AccessToken, given: typeof NewSession.Type) {
    return Effect.gen({ self: this }, function* () {
      const { workspace, ...further } = given
      const { agent, role, task, onBehalfOf, name } = token
      yield* this.checkChoice(given)
      const folder = yield* this.folderOf(token, workspace)
      const options = withoutUndefined({ name, agent, role, task, onBehalfOf, ...further, workspace: folder })
      const stored = makeStoredSession({ token: token.id, options, openedAt: Date.now() }, this.parts.key)
      const open = yield* this.start(stored).pipe(
        Effect.mapError((cause) => BadRequest.problem(explain(cause, "The session cannot be opened."), {}))
      )
      yield* whileAvailable(this.parts.store.add(stored))
      return open
    })
  }

  /** Returns an open session of this token. A token that only sees a session may not act in it. */
  findOwn(token: AccessToken, id: string) {
    return Effect.filterOrFail(
      this.find(token, id),
      ({ stored }) => stored.token === token.id,
      () => notOwn
    )
  }

  /** Returns an open session that a token may end: its own, or any if it administers. */
  findToEnd(token: AccessToken, id: string) {
    return token.rights.has("administer") ? this.find(token, id) : this.findOwn(token, id)
  }

  /** Returns an open session that a token sees. */
  find(token: AccessToken, id: string): Effect.Effect<OpenSession, typeof NotFound.Type | typeof Unavailable.Type> {
    const known = this.known.get(id)
    if (known !== undefined) return isSeenBy(token, known.stored) ? this.renew(known) : Effect.fail(noSession)
    return Effect.gen({ self: this }, function* () {
      const stored = yield* whileAvailable(this.parts.store.get(id))
      const isHere = stored !== undefined && stored.endedAt === undefined && isSessionValid(stored, this.parts.key)
      if (!isHere || !isSeenBy(token, stored)) return yield* Effect.fail(noSession)
      return yield* Effect.mapError(this.start(stored), (cause) =>
        Unavailable.problem(explain(cause, "The session cannot be opened again."), {})
      )
    })
  }

  /** Returns the gate that runs the deferred calls of a session of this token. */
  findGate(token: AccessToken, id: string) {
    const { gate, gates } = this.parts
    return gates === undefined ? Effect.succeed(gate) : Effect.map(this.findOwn(token, id), ({ session }) => session)
  }

  /** Returns a session that a token may see, even if it has ended. */
  look(token: AccessToken, id: string): Effect.Effect<StoredSession, typeof NotFound.Type | typeof Unavailable.Type> {
    return Effect.flatMap(this.stored(token, id), (stored) =>
      stored === undefined ? Effect.fail(noSession) : Effect.succeed(stored)
    )
  }

  /** Whether a token sees what happened in a session, which may have ended or be of an earlier process. */
  sees(token: AccessToken, id: string): Effect.Effect<boolean, typeof Unavailable.Type> {
    if (this.isSeenBy(token, id)) return Effect.succeed(true)
    return Effect.map(this.stored(token, id), (stored) => stored !== undefined)
  }

  /** Whether a session is of this token, open or not. */
  owns(token: AccessToken, id: string): Effect.Effect<boolean, typeof Unavailable.Type> {
    return Effect.map(this.stored(token, id), (stored) => stored?.token === token.id)
  }

  /** Whether this process has an open session with this id, and the token sees it. */
  isSeenBy(token: AccessToken, id: string): boolean {
    const known = this.known.get(id)
    return known !== undefined && isSeenBy(token, known.stored)
  }

  /** Returns a page of the sessions that a token sees, newest first, ended ones too. */
  list(token: AccessToken, after: string | undefined, limit: number) {
    const owner = seesAll(token) ? undefined : token.id
    return whileAvailable(this.parts.store.list({ token: owner, after, limit }))
  }

  /** Ends a session and its calls. */
  end(open: OpenSession) {
    return Effect.gen({ self: this }, function* () {
      const ended = endStoredSession(open.stored, Date.now(), this.parts.key)
      yield* whileAvailable(this.parts.store.end(ended))
      this.known.delete(open.stored.id)
      this.onEnd(open.stored.id)
      yield* Effect.promise(() => open.session.end())
      return ended
    })
  }

  /** Lets open calls end for some time, and then cancels them. Resolves when all are answered. */
  async drain(graceMs: number): Promise<void> {
    const calls = [...this.known.values()].map((open) => open.calls)
    const settled = Promise.all(calls.map((one) => one.settle()))
    const over = new AbortController()
    await Promise.race([settled, setTimeout(graceMs, undefined, { signal: over.signal }).catch(() => {})])
    over.abort()
    for (const one of calls) one.cancelAll()
    await settled
  }

  /** Describes a session for clients. */
  describe({ id, options, openedAt, endedAt }: StoredSession): typeof SessionInfo.Type {
    const { name, agent, role, workspace } = options
    return {
      id,
      token: String(name),
      agent: String(agent),
      ...(role === undefined ? {} : { role: String(role) }),
      workspace: String(workspace),
      openedAt,
      ...(endedAt === undefined ? {} : { endedAt }),
      openCalls: this.known.get(id)?.calls.count ?? 0
    }
  }

  private stored(token: AccessToken, id: string) {
    return Effect.map(whileAvailable(this.parts.store.get(id)), (stored) =>
      stored !== undefined && isSessionValid(stored, this.parts.key) && isSeenBy(token, stored) ? stored : undefined
    )
  }

  private start(stored: StoredSession): Effect.Effect<OpenSession, unknown> {
    const { gate, gates } = this.parts
    const { name: _, ...options } = stored.options
    return Effect.map(
      Effect.tryPromise({
        try: () => (gates ?? gate).session({ ...options, id: stored.id } as never),
        catch: (cause) => cause
      }),
      (session) => {
        // Another request may have been first.
        const open = this.known.get(stored.id) ?? { stored, session, calls: new SessionCalls(session) }
        this.known.set(stored.id, open)
        return open
      }
    )
  }

  /** Loads changed policy files, if the session chose its own. */
  private renew(open: OpenSession): Effect.Effect<OpenSession> {
    const renewing = this.parts.gates?.renew(open.session)
    return renewing === undefined
      ? Effect.succeed(open)
      : Effect.as(
          Effect.promise(() => renewing),
          open
        )
  }

  /** Checks what only the clients of a resident gate may choose. */
  private checkChoice({ workspace, policy, noProjectPolicy, agent, role, task }: typeof NewSession.Type) {
    if (this.parts.gates === undefined)
      return [policy, noProjectPolicy, agent, role, task].every((one) => one === undefined)
        ? Effect.void
        : Effect.fail(Forbidden.problem("Who calls, and under which policy, follows from the token.", {}))
    return [workspace ?? "", ...(policy ?? [])].every((path) => isAbsolute(path))
      ? Effect.void
      : Effect.fail(BadRequest.problem("Name the workspace and the policy files by absolute paths.", {}))
  }

  /** Returns the folder of a new session: the server's own, or one within the folders of the token. */
  private folderOf({ workspaces }: AccessToken, asked: string | undefined) {
    const { workspace } = this.parts
    if (asked === undefined) return Effect.succeed(workspaces[0] ?? workspace)
    return Effect.try({
      try: () => realpathSync(asked),
      catch: () => BadRequest.problem(`The folder "${asked}" cannot be opened.`, {})
    }).pipe(
      Effect.filterOrFail(
        (folder) =>
          this.parts.gates !== undefined ||
          (workspaces.length === 0 ? [workspace] : workspaces).some((root) => isWithin(root, folder)),
        () => Forbidden.problem("The folder is not within the workspaces of this token.", {})
      )
    )
  }
}

const seesAll = ({ rights }: AccessToken): boolean => rights.has("read") || rights.has("administer")

const isSeenBy = (token: AccessToken, stored: StoredSession): boolean => stored.token === token.id || seesAll(token)

const isWithin = (root: string, folder: string): boolean => {
  const way = relative(realpathSync(root), folder)
  return way === "" || (!isAbsolute(way) && way.split("/")[0] !== "..")
}

const notOwn = Forbidden.problem("The session belongs to another token.", {})

const noSession = NotFound.problem("There is no such open session.", {})

const explain = (cause: unknown, otherwise: string): string => (cause instanceof Error ? cause.message : otherwise)

const withoutUndefined = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as StoredSession["options"]
