import type { FileAccess, HostAccess, ResourceLimits } from "./ExecutionGrant.ts"
import type { ResolvedPath } from "./Resource.ts"

/**
 * The context of a call: who asks, and from where. An edge makes it (a door, a supervisor, a server), and never a call. Plain data,
 * which is taken as it is when a call comes, and frozen then.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { type DispatchContext, openWorkspace } from "toolgate/effect"
 *
 * export const contextOf = (user: string, folder: string) =>
 *   Effect.map(openWorkspace(folder), (workspace): DispatchContext => {
 *     const principal = { agent: "assistant", ceiling: { tools: "any", readOnly: true } } as const
 *     return { session: user, turn: "1", principal, workspace, caller: { kind: "direct" }, deadline: undefined }
 *   })
 * ```
 */
export interface DispatchContext {
  readonly session: string
  readonly turn: string
  readonly principal: Principal
  readonly workspace: ResolvedPath
  readonly caller: Caller
  /** The time by which the call has to end, in milliseconds since the epoch. Bounds waiting and running together. */
  readonly deadline: number | undefined
  /** Set if the call does not wait for a person. A child call waits, unless the call that makes it can be resumed: a script that is recorded. */
  readonly defer?: Deferral
}

/** The way of a call that does not wait for a person: it is answered at once as pending, and runs when it is resumed. */
export interface Deferral {
  /** The time in which the call can be approved and resumed, in milliseconds. 24 hours by default. */
  readonly expiresMs?: number
  /**
   * True if the call may repeat a call that was deferred before: the same principal, tool and arguments in the same workspace,
   * whatever its session, its id and its idempotency key. Its request then serves this call as well. While nobody has decided, no second question is
   * asked; once it is approved, this call runs with the approval, which serves one call. A denial holds within its session.
   * "session": like true, but only a call of the same session.
   */
  readonly joinsEarlier?: boolean | "session"
}

/**
 * The facts that decide which tools somebody sees. Without a session or a workspace, they are the tools of any session or
 * workspace.
 */
export type Asker = Pick<DispatchContext, "principal" | "caller"> &
  Partial<Pick<DispatchContext, "session" | "workspace">>

/** The kind of caller. */
export type Caller = DirectCaller | ChainCaller

/** The agent itself. `chain` and `index` are set for a call of a turn of several calls: the id of the turn, and its number there. */
export interface DirectCaller {
  readonly kind: "direct"
  readonly chain?: string
  readonly index?: number
}

/**
 * A call of this gate, or a program at a provider of models. A child call names the call that makes it, and runs in the place of that
 * call.
 */
export interface ChainCaller {
  readonly kind: "chain"
  /** The id of the call that makes this one, or of the provider's program. */
  readonly parent: string
  readonly chain: string
  readonly index: number
  /** The provider whose program makes the call. Such a call has a place of its own: nothing that makes it is in flight here. */
  readonly provider?: string
}

/**
 * The principal that a call is made for. `parent` is the chain of delegation: a principal may never do more than its parent. A
 * principal is taken as it is at its first use, and frozen then. For another name or bound, make another principal.
 *
 * ```ts
 * import type { Principal } from "toolgate/effect"
 *
 * const editor: Principal = { agent: "editor", role: "writer", ceiling: { tools: "any", noWeb: true } }
 * export const reader: Principal = { agent: "reader", ceiling: { tools: ["read_file"] }, parent: editor }
 * ```
 */
export interface Principal {
  readonly agent: string
  readonly role?: string
  readonly task?: string
  /**
   * The person or the service that the agent acts for, where the edge knows. The name is recorded, and an answer that was kept for
   * one name answers no call for another. Whatever narrows a principal does not depend on the name.
   */
  readonly onBehalfOf?: string
  readonly ceiling: Ceiling
  readonly parent?: Principal
}

/** The most that a principal may ever do, whatever a policy allows. An empty list allows nothing; an absent member is no bound. */
export interface Ceiling {
  readonly tools: ReadonlyArray<string> | "any"
  /** The trees in which the principal may touch files. */
  readonly files?: ReadonlyArray<Pick<FileAccess, "path" | "mode">>
  readonly hosts?: ReadonlyArray<HostAccess>
  /** The limits of each of its calls. */
  readonly limits?: Partial<ResourceLimits>
  /** True forbids whatever changes files or the system, or runs code. */
  readonly readOnly?: boolean
  /** True forbids whatever reaches the network. */
  readonly noWeb?: boolean
}

/**
 * A stream that a running call prints to. `stdout` is what the output will hold, `stderr` is what the tool says about it meanwhile.
 */
export type OutputStream = "stdout" | "stderr"
