import type { FileAccess, HostAccess, ResourceLimits } from "./ExecutionGrant.ts"
import type { ResolvedPath } from "./Resource.ts"

/**
 * Who asks, and from where. Made by an edge (a door, a supervisor, a server) and never from a call. Plain data, taken as it is when a
 * call comes, and frozen then.
 */
export interface DispatchContext {
  readonly session: string
  readonly turn: string
  readonly principal: Principal
  readonly workspace: ResolvedPath
  readonly caller: Caller
  /** Milliseconds since the epoch. Bounds waiting and running together. */
  readonly deadline: number | undefined
}

/** What decides which tools there are for someone. Without a session or a workspace: those of any. */
export type Asker = Pick<DispatchContext, "principal" | "caller"> &
  Partial<Pick<DispatchContext, "session" | "workspace">>

/** A child call names the call that makes it, and runs in that call's place. */
export type Caller =
  | { readonly kind: "direct" }
  | { readonly kind: "chain"; readonly parent: string; readonly chain: string; readonly index: number }

/**
 * Whom a call is made for. `parent` is the delegation chain; what a principal may is never more than its parent may. It is taken
 * as it is when it is first used, and frozen then: for other names or bounds, make another one.
 */
export interface Principal {
  readonly agent: string
  readonly role?: string
  readonly task?: string
  readonly ceiling: Ceiling
  readonly parent?: Principal
}

/**
 * The most that a principal may ever do, whatever a policy allows. An empty list allows none; what is left out is not
 * bounded.
 */
export interface Ceiling {
  readonly tools: ReadonlyArray<string> | "any"
  /** The trees in which it may touch files. */
  readonly files?: ReadonlyArray<Pick<FileAccess, "path" | "mode">>
  readonly hosts?: ReadonlyArray<HostAccess>
  /** How much each of its calls may use. */
  readonly limits?: Partial<ResourceLimits>
  /** Nothing that changes files or the system, or runs code. */
  readonly readOnly?: boolean
  /** Nothing that reaches the network. */
  readonly noWeb?: boolean
}

/** `stdout`: what the output will hold. `stderr`: what is said about it meanwhile. */
export type OutputStream = "stdout" | "stderr"
