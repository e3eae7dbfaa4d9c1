import type { DispatchContext, Json, ObservedBy, ObservedUse } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"
import type { ToolObserved } from "@toolgate/wire"
import { CallRedaction } from "../redaction/CallRedaction.ts"
import { boundRecord, formatMembers, formatRecord } from "./formatRecord.ts"
import { describeCall, formatOrigin } from "./recordedCall.ts"

/** Returns the record of a tool use that a provider reports. All of its content is untrusted. */
export const recordObservedUse = (
  use: ObservedUse,
  context: DispatchContext,
  by: ObservedBy,
  key: SecretKey
): string => {
  const redaction = new CallRedaction(key)
  const input = use.input === undefined ? undefined : copyJson(use.input, { ...mostRead })
  // First, so that secrets of the input are removed from the names too.
  inputMembers(redaction, input, 1)
  const line = (text: unknown) => (typeof text === "string" ? redaction.line(text) : undefined)
  const name = [by.tool?.name, use.tool, use.name, use.type].find((one) => typeof one === "string") ?? ""
  const id = typeof use.id === "string" ? use.id : ""
  const about = describeCall(redaction, name, id, context, { tool: by.tool?.digest }).text
  return boundRecord((share) => {
    const reported = {
      ...inputMembers(redaction, input, share),
      provider: redaction.line(by.provider),
      item_type: line(use.type),
      reported_name: line(use.name),
      standing: by.standing,
      failed: typeof use.failed === "boolean" ? use.failed : undefined
    } satisfies Partial<ToolObserved>
    return formatRecord("tool.observed", about, formatOrigin(redaction, context) + formatMembers(reported))
  })
}

/** Returns the redacted input, with a digest of the whole input if it was cut. */
const inputMembers = (
  redaction: CallRedaction,
  input: Json | NotJson | undefined,
  share: number
): Partial<Pick<ToolObserved, "input" | "input_digest" | "input_fault">> => {
  if (input === undefined) return {}
  if (input instanceof NotJson) return { input_fault: input.reason }
  const room = { values: 1000 * share, characters: 24 * 1024 * share }
  const shown = redaction.value(input, room)
  return room.values > 0 && room.characters > 0
    ? { input: shown }
    : { input: shown, input_digest: redaction.digestOf(input) }
}

/** The limits on an input. A larger input is not read; only the reason is recorded. */
const mostRead = { depth: 128, nodes: 200_000, characters: 4 * 1024 * 1024 }
