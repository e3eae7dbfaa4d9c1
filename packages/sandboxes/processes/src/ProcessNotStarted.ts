import * as Data from "effect/Data"

/**
 * The error for a process that could not be started. The message is a sentence that gives the reason.
 *
 * ```ts
 * import type { Toolgate } from "toolgate"
 * import { ProcessNotStarted } from "toolgate/effect"
 *
 * export const start = (gate: Toolgate, command: readonly [string, ...string[]]) =>
 *   gate.startRunner({ agent: "worker", command, confinement: "none" }).catch((cause) => {
 *     if (cause instanceof ProcessNotStarted) return console.error(cause.message)
 *     throw cause
 *   })
 * ```
 */
export class ProcessNotStarted extends Data.TaggedError("ProcessNotStarted")<{
  readonly message: string
  readonly cause?: unknown
}> {}
