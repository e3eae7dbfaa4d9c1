import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Permit } from "./Permit.ts"
import type { ToolOutput } from "./ToolOutput.ts"

/**
 * Stores large outputs outside conversations. Without it, a gate returns every output unchanged.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { OutputFitting, textOf, toolOutput } from "@toolgate/core"
 * import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Replaces an output of many blocks.
 * const fitting = Layer.succeed(OutputFitting, {
 *   inlineBytes: 4_096,
 *   fit: (output, { request }) =>
 *     Effect.succeed(output.content.length < 3 ? output : toolOutput({ text: `${request.tool.name} says too much.` }))
 * })
 * const because = { layer: "app", rule: "any", source: "app" }
 * const permit = { request: makePermissionRequest(), grant: makeExecutionGrant(), because, waitedMs: 0 }
 * const long = toolOutput({ content: Array.from({ length: 3 }, () => ({ type: "text", text: "line" })) })
 * const fit = Effect.flatMap(OutputFitting, (one) => one.fit(long, permit))
 * const { content } = await Effect.runPromise(Effect.provide(fit, fitting))
 * assert.deepEqual(content.map(textOf), ["a_tool says too much."])
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
