import type { Awaitable } from "./Awaitable.ts"
import type { EscalationAnswer } from "./DecidedApproval.ts"
import type { OutputStream, Principal } from "./DispatchContext.ts"
import type { FairSlots } from "./FairSlots.ts"
import type { Files } from "./Files.ts"
import type { ResolvedPath, Resource } from "./Resource.ts"
import type { ToolCall } from "./ToolCall.ts"
import type { ToolDescription } from "./ToolDescription.ts"
import type { ToolNotFound } from "./ToolError.ts"
import type { ToolExecution } from "./ToolExecution.ts"
import type { FormAnswer, ToolForm } from "./ToolForm.ts"

/** An instance of a tool, which runs one call. */
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
   * Called after `signal` when the call is to end early, perhaps more than once. Returns true once the tool has ended cleanly: the
   * call is then answered soon, with what `execute` returns meanwhile. Otherwise the gate waits for `execute`, for up to 30 s.
   */
  readonly cancel?: () => boolean | Promise<boolean>
}

/**
 * The whole authority of a tool, narrowed to what this call was granted.
 *
 * ```ts
 * import type { ToolContext } from "toolgate"
 *
 * export const execute = async ({ path }: { readonly path: string }, { files, signal, emit }: ToolContext) => {
 *   emit("stderr", "Reading.")
 *   const text = await files.read(path)
 *   signal.throwIfAborted()
 *   return text
 * }
 * ```
 */
export interface ToolContext {
  readonly callId: string
  /** The caller's key of the effect, equal for every attempt at it, or the id of the call if the caller gave no key. */
  readonly idempotencyKey: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  /** The principal for whom the call is made, with its ceiling and everyone above it. */
  readonly principal: Principal
  /** The answer of the person who was asked, of a tool that escalates. */
  readonly answer?: EscalationAnswer | undefined
  readonly workspace: ResolvedPath
  /** The resources that the call's arguments point at, as they were resolved and judged. A path resolved again may lead elsewhere. */
  readonly resources: ReadonlyArray<Resource>
  /** A signal that is aborted when the call is cancelled or its time is up. */
  readonly signal: AbortSignal
  /** The files of this call's grant, and no others. */
  readonly files: Files
  readonly logger: ToolLogger
  /**
   * The most bytes of a result that the caller gets as they are, if there is such a bound. A larger result is kept elsewhere, and the
   * caller gets a reference. A tool that can return its result in pages need not leave it to that.
   */
  readonly inlineBytes?: number | undefined
  /** Shows a part of the output to whoever watches the call. Adds nothing to the result. */
  readonly emit: (stream: OutputStream, text: string) => void
  /**
   * Asks whoever made the call for input, and waits for the answer. Never rejects. Without anybody to ask, the answer is `decline` at
   * once. The waiting is bounded, and does not count as the tool's wall time.
   */
  readonly ask: (form: ToolForm) => Awaitable<FormAnswer>
  /**
   * Takes one of the slots that calls share, as those of a pool of processes, in the turn of the call's agent and session. Returns the
   * function that gives it back. The waiting does not count as the tool's wall time. If it takes too long, rejects with an error with
   * which the call ends as not executed. `what` names the thing that a slot is for, as "a worker".
   */
  readonly takeSlot: (slots: FairSlots, what: string) => Promise<() => void>
  /** Dispatches a child call through the gate: the same checks, in the place of this call. */
  readonly dispatch: (call: ToolCall) => Awaitable<ToolExecution>
  /**
   * Describes a tool, by its name or an alias, if whoever makes this call is told about it. Any other name fails as a call of an
   * unknown tool does, with names that exist.
   */
  readonly describe: (name: string) => Awaitable<ToolDescription, ToolNotFound>
  /** Returns the tools that calls made by this call may use, as far as whoever makes this call is told about them. */
  readonly tools: () => ReadonlyArray<ToolDescription>
}

/** A log in which every line carries its call. */
export type ToolLogger = Readonly<
  Record<"debug" | "info" | "warn" | "error", (message: string, fields?: Readonly<Record<string, unknown>>) => void>
>
