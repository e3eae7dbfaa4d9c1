import type { ToolEnvelope } from "@toolgate/wire"
import { asJson } from "./asJson.ts"

/**
 * Converts an envelope to plain JSON, for any tool output. `JSON.stringify` never throws for the result, and its text is valid Unicode.
 *
 * Only envelopes beyond a gate's default size limits are cut, and then `metadata.shortened` is set.
 *
 * ```ts
 * import type { ToolExecution } from "toolgate"
 * import { toEnvelope, toMachine } from "toolgate/results"
 *
 * export const line = (execution: ToolExecution) => `${JSON.stringify(toMachine(toEnvelope(execution)))}\n`
 * ```
 */
export const toMachine = (envelope: ToolEnvelope): ToolEnvelope => {
  // The output is limited separately, so that a large one leaves room for the details of the call.
  const output = asJson(envelope.output)
  const others = asJson({ ...envelope, output: null })
  const written = { ...(others.json as unknown as ToolEnvelope), output: output.json }
  return output.isWhole && others.isWhole ? written : { ...written, metadata: { ...written.metadata, shortened: true } }
}
