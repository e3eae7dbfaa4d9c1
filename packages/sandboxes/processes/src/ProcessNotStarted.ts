import * as Data from "effect/Data"

/**
 * The error for a process that could not be started. The message is a sentence that gives the reason.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate } from "toolgate"
 * import { ProcessNotStarted } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [] })
 * const command = ["/no/such/program"] as const
 * const start = gate.startRunner({ agent: "worker", command, confinement: "none" })
 * const cause = await start.catch((error: unknown) => error)
 * assert(cause instanceof ProcessNotStarted)
 * ```
 */
export class ProcessNotStarted extends Data.TaggedError("ProcessNotStarted")<{
  readonly message: string
  readonly cause?: unknown
}> {}
