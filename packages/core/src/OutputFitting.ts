import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Permit } from "./Permit.ts"
import type { ToolOutput } from "./ToolOutput.ts"

/**
 * The part of a gate that keeps large outputs out of conversations. A gate without it answers with every output as it is.
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
    /** The most bytes of an output, beside its pictures, that a caller gets as they are. */
    readonly inlineBytes: number
    /**
     * Returns the output that the call of a permit is answered with. It is asked once for each direct call that has run, after the
     * output was checked. Never fails: a call that has run is answered with what it returned.
     */
    readonly fit: (output: ToolOutput, permit: Permit) => Effect<ToolOutput>
  }
>()("@toolgate/core/OutputFitting") {}
