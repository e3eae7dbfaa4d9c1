import type { ToolEnvelope } from "@toolgate/wire"
import { asJson } from "./asJson.ts"

/**
 * Returns an envelope as plain JSON, whatever a tool answered with. `JSON.stringify` never throws for it, and every reader can read
 * the text.
 *
 * Only an envelope that is larger than a gate's default limits let a result be is cut, and says so in `metadata.shortened`.
 *
 * ```ts
 * import type { ToolExecution } from "toolgate"
 * import { toEnvelope, toMachine } from "toolgate/results"
 *
 * export const line = (execution: ToolExecution) => `${JSON.stringify(toMachine(toEnvelope(execution)))}\n`
 * ```
 */
export const toMachine = (envelope: ToolEnvelope): ToolEnvelope => {
  // The output has bounds of its own, so that a large one leaves room for what is said about the call.
  const output = asJson(envelope.output)
  const others = asJson({ ...envelope, output: null })
  const written = { ...(others.json as unknown as ToolEnvelope), output: output.json }
  return output.isWhole && others.isWhole ? written : { ...written, metadata: { ...written.metadata, shortened: true } }
}
