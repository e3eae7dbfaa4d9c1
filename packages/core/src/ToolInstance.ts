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

/** An instance of a tool. It runs one call. */
// biome-ignore lint/suspicious/noExplicitAny: an instance takes the arguments that its own tool's schema let through
export interface ToolInstance<A = any> {
  /**
   * Runs the call. Returns the result, or a Promise or Effect of it: a string is text for the model, any other JSON value
   * is a structured result; use `toolOutput` for anything else. Throw a `ToolError` to fail with a specific class and
   * message.
   *
   * An async generator streams: each yielded string is shown to watchers of the call, as `emit` does, and the generator's
   * return value is the result. Yielded text becomes output only if the call fails.
   */
  readonly execute: (args: A, context: ToolContext) => unknown
  /**
   * Called after `signal` when the call has to end early, perhaps more than once. Return true when the tool has stopped
   * cleanly: the call is then answered soon, with the result of `execute` if it returns by then. Otherwise the gate waits
   * for `execute` for up to 30 s.
   */
  readonly cancel?: () => boolean | Promise<boolean>
}

/**
 * Everything that a tool may use, limited to the grant of this call.
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
  /** The caller's idempotency key, equal for every attempt, or the id of the call. */
  readonly idempotencyKey: string
  readonly session: string
  readonly turn: string
  readonly agent: string
  /** The principal of the call, with its ceiling and its chain of delegation. */
  readonly principal: Principal
  /** The person's answer, for a tool that escalates. */
  readonly answer?: EscalationAnswer | undefined
  readonly workspace: ResolvedPath
  /** The resolved and judged resources of the call. Use these: resolving a path again may lead elsewhere. */
  readonly resources: ReadonlyArray<Resource>
  /** Aborted when the call is cancelled or its time is up. */
  readonly signal: AbortSignal
  /** The files in this call's grant only. */
  readonly files: Files
  readonly logger: ToolLogger
  /**
   * The maximum size of a result that the caller gets directly, in bytes, if there is a limit. A larger result is stored
   * and the caller gets a reference. A tool can avoid this by returning pages.
   */
  readonly inlineBytes?: number | undefined
  /** The W3C trace context of the call, if it is traced. Send it along with requests as the header `traceparent`. */
  readonly traceparent?: string | undefined
  /** Shows part of the output to watchers of the call. Adds nothing to the result. */
  readonly emit: (stream: OutputStream, text: string) => void
  /**
   * Asks the caller for input and waits for the answer. Never rejects. If the caller cannot be asked, the answer is
   * `decline` at once. The wait is limited and does not count as wall time.
   */
  readonly ask: (form: ToolForm) => Awaitable<FormAnswer>
  /**
   * Takes a shared slot, such as a worker of a pool, in fair order between agents and sessions. Returns the function that
   * gives the slot back. The wait does not count as wall time. If it takes too long, rejects with an error that ends the
   * call as not executed. `what` names the resource, such as "a worker".
   */
  readonly takeSlot: (slots: FairSlots, what: string) => Promise<() => void>
  /** Dispatches a child call through the gate, with all checks, in this call's slot. */
  readonly dispatch: (call: ToolCall) => Awaitable<ToolExecution>
  /**
   * Describes a tool by its name or alias, if the caller can see it. Otherwise fails like a call of an unknown tool, with
   * suggestions.
   */
  readonly describe: (name: string) => Awaitable<ToolDescription, ToolNotFound>
  /** Returns the tools that child calls may use and the caller can see. */
  readonly tools: () => ReadonlyArray<ToolDescription>
}

/** A logger that adds the call to every line. */
export type ToolLogger = Readonly<
  Record<"debug" | "info" | "warn" | "error", (message: string, fields?: Readonly<Record<string, unknown>>) => void>
>
