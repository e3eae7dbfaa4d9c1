import type { AdminAct } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import type { GateAdministered } from "@toolgate/wire"
import { CallRedaction } from "../redaction/CallRedaction.ts"
import { boundRecord, formatMembers } from "./formatRecord.ts"

/** Returns the record of an administrator's act. */
export const recordAdminAct = (act: AdminAct, key: SecretKey): string => {
  const redaction = new CallRedaction(key)
  const { action, by, from, subject, subjectId, details } = act
  return boundRecord((share) => {
    const room = { values: 200 * share, characters: 12 * 1024 * share }
    // Copied first, so that secrets of the details are removed from the names too.
    const shown = details === undefined ? undefined : redaction.value(details, room)
    return formatMembers({
      kind: "gate.administered",
      action,
      by: redaction.line(by),
      from: redaction.line(from),
      subject: redaction.line(subject),
      subject_id: subjectId === undefined ? undefined : redaction.line(subjectId),
      details: shown
    } satisfies GateAdministered)
  })
}
