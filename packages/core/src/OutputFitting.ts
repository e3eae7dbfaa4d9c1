import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Permit } from "./Permit.ts"
import type { ToolOutput } from "./ToolOutput.ts"

/**
 * Stores large outputs outside conversations. Without it, a gate returns every output unchanged.
 *
 * ```ts
 * import { OutputFitting, toolOutput } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * export const cut = Layer.succeed(OutputFitting, {
 *   inlineBytes: 4096,
 *   fit: (output, { request }) =>
 *     Effect.succeed(output.content.length < 100 ? output : toolOutput({ text: `${request.tool.name} says too much.` }))
 * })
 * ```
 */
export class OutputFitting extends Context.Service<
  OutputFitting,
  {
    /** The maximum size of an output that callers get directly, in bytes, without pictures. */
    readonly inlineBytes: number
    /**
     * Returns the output for the caller. Called once for each direct call that has run, after its output was checked.
     * Never fails: a call that has run is answered with its result.
     */
    readonly fit: (output: ToolOutput, permit: Permit) => Effect<ToolOutput>
  }
>()("@toolgate/core/OutputFitting") {}
