import type { FileAccess, HostAccess, ResourceLimits } from "./ExecutionGrant.ts"
import type { ResolvedPath } from "./Resource.ts"

/**
 * The context of a call: who makes it, and from where. The edge that receives the call (a door, a supervisor, a server)
 * creates the context; the call itself never does. Plain data. The gate freezes it when the call arrives.
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
  /** The deadline in milliseconds since the epoch. Covers waiting and running. */
  readonly deadline: number | undefined
  /**
   * Set if the call does not wait for a person. A child call waits anyway, unless its parent is a recorded script that can
   * be resumed.
   */
  readonly defer?: Deferral
  /** The W3C trace context of the span that the call belongs to. Affects only telemetry. An invalid one is ignored. */
  readonly traceparent?: string | undefined
}

/** Defers a call instead of waiting for a person: the call is answered as pending at once and runs when it is resumed. */
export interface Deferral {
  /** The time in which the call can be approved and resumed, in milliseconds. 24 hours by default. */
  readonly expiresMs?: number
  /**
   * True: the call may join an earlier deferred call with the same principal, tool, arguments and workspace. Session, call
   * id and idempotency key may differ. No second question is asked while the earlier one is open. Once it is approved,
   * this call runs with the approval, which serves one call. A denial applies within its session. "session": the same, but
   * only within one session.
   */
  readonly joinsEarlier?: boolean | "session"
}

/**
 * The facts that decide which tools a caller sees. Without a session or workspace, tools of any session or workspace are
 * included.
 */
export type Asker = Pick<DispatchContext, "principal" | "caller"> &
  Partial<Pick<DispatchContext, "session" | "workspace">>

/** The kind of caller. */
export type Caller = DirectCaller | ChainCaller

/** The agent itself. In a turn of several calls, `chain` is the id of the turn and `index` the number of the call in it. */
export interface DirectCaller {
  readonly kind: "direct"
  readonly chain?: string
  readonly index?: number
}

/** A parent call of this gate, or a program at a model provider. A child call runs in its parent's slot. */
export interface ChainCaller {
  readonly kind: "chain"
  /** The id of the parent call or of the provider's program. */
  readonly parent: string
  readonly chain: string
  readonly index: number
  /** The provider whose program makes the call. Such a call needs its own slot, because its parent does not run in this gate. */
  readonly provider?: string
}

/**
 * The principal that makes a call. `parent` is the chain of delegation: a principal may never do more than its parent. The
 * gate freezes a principal at its first use. Create a new principal for another name or ceiling.
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
   * The person or service that the agent acts for, if the edge knows. The name is recorded. A session answer for one name
   * does not apply to another name. Ceilings do not depend on the name.
   */
  readonly onBehalfOf?: string
  readonly ceiling: Ceiling
  readonly parent?: Principal
}

/** The most that a principal may ever do, under any policy. An empty list allows nothing; an absent member sets no limit. */
export interface Ceiling {
  readonly tools: ReadonlyArray<string> | "any"
  /** The folders in which the principal may use files. */
  readonly files?: ReadonlyArray<Pick<FileAccess, "path" | "mode">>
  readonly hosts?: ReadonlyArray<HostAccess>
  /** The limits for each call. */
  readonly limits?: Partial<ResourceLimits>
  /** True forbids changing files or the system, and running code. */
  readonly readOnly?: boolean
  /** True forbids network access. */
  readonly noWeb?: boolean
}

/** A stream of a running call. `stdout` becomes the output; `stderr` carries progress and diagnostics. */
export type OutputStream = "stdout" | "stderr"
