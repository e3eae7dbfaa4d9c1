import type { Awaitable } from "./Awaitable.ts"
import type { OutputStream } from "./DispatchContext.ts"
import type { Files } from "./Files.ts"
import type { ResolvedPath } from "./Resource.ts"
import type { ToolCall } from "./ToolCall.ts"
import type { ToolExecution } from "./ToolExecution.ts"

/** What runs one call. */
// biome-ignore lint/suspicious/noExplicitAny: an instance takes the arguments that its own tool's schema let through
export interface ToolInstance<A = any> {
  /**
   * Runs the call. Returns the result, or a Promise or an Effect of it: a string is text for the model, any other JSON value a
   * structured result, and `toolOutput` says more. Raise a `ToolError` to fail with a class and a text of your own.
   *
   * An async generator streams: each string that it yields is shown to whoever watches the call, as `emit` shows it, and what the
   * generator returns is the result. Yielded text is part of the output only where the call fails.
   */
  readonly execute: (args: A, context: ToolContext) => unknown
  /**
   * Called when the call is to end early, after `signal`. May be called again. Answers true once the tool has ended cleanly:
   * then the call is answered soon, with what `execute` returns meanwhile. Otherwise it waits for `execute`, for up to 30 s.
   */
  readonly cancel?: () => boolean | Promise<boolean>
}

/** All the authority that a tool gets, already narrowed to what this call was granted. */
export interface ToolContext {
  readonly callId: string
  /** What the caller names the effect by, the same for every attempt; the call's id, where the caller gave none. */
  readonly idempotencyKey: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly workspace: ResolvedPath
  /** Aborted when the call is cancelled or its time is up. */
  readonly signal: AbortSignal
  /** The files of this call's grant, and no others. */
  readonly files: Files
  readonly logger: ToolLogger
  /** Shows whoever watches the call what it prints, as it comes. It adds nothing to the result. */
  readonly emit: (stream: OutputStream, text: string) => void
  /** The gate, as this call's child: the same checks, in this call's place. */
  readonly dispatch: (call: ToolCall) => Awaitable<ToolExecution>
}

/** A log whose every line carries the call it belongs to. */
export type ToolLogger = Readonly<
  Record<"debug" | "info" | "warn" | "error", (message: string, fields?: Readonly<Record<string, unknown>>) => void>
>
