import type { ToolEnvelope } from "@toolgate/wire"
import { asJson } from "./asJson.ts"

/**
 * Converts an envelope to plain JSON, for any tool output. `JSON.stringify` never throws for the result, and its text is valid Unicode.
 *
 * Only envelopes beyond a gate's default size limits are cut, and then `metadata.shortened` is set.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate } from "toolgate"
 * import { toEnvelope, toMachine } from "toolgate/results"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [] })
 * const envelope = toEnvelope(await gate.dispatch({ id: "1", tool: "deploy", args: {} }))
 * // A `bigint` has no form in JSON.
 * const line = JSON.stringify(toMachine({ ...envelope, output: { count: 7n } }))
 * assert.match(line, /^\{"protocol_version":1,"ok":false,"status":"error"/)
 * ```
 */
export const toMachine = (envelope: ToolEnvelope): ToolEnvelope => {
  // The output is limited separately, so that a large one leaves room for the details of the call.
  const output = asJson(envelope.output)
  const others = asJson({ ...envelope, output: null })
  const written = { ...(others.json as unknown as ToolEnvelope), output: output.json }
  return output.isWhole && others.isWhole ? written : { ...written, metadata: { ...written.metadata, shortened: true } }
}
