import type { Args, PermitApproval } from "@toolgate/core"
import type { ToolDispatched } from "@toolgate/wire"
import type { CallRedaction } from "../redaction/CallRedaction.ts"
import { membersOf } from "./recordText.ts"

/** Returns the members about the approval of a call, as JSON. */
export const approvalMembers = (
  redaction: CallRedaction,
  { id, by, from, at, shown, proposed }: PermitApproval,
  share: number
): string => {
  const line = (text: string | undefined) => (text === undefined ? undefined : redaction.line(text))
  const members: Partial<ToolDispatched> = {
    approval_id: redaction.line(id),
    approved_by: line(by),
    approved_from: line(from),
    approved_at: at === undefined ? undefined : timeOf(at),
    shown_digest: line(shown),
    ...(proposed === undefined ? {} : proposedMembers(redaction, proposed, share))
  }
  return membersOf(members)
}

const proposedMembers = (redaction: CallRedaction, proposed: Args, share: number): Partial<ToolDispatched> => ({
  proposed_args: redaction.value(proposed, { values: 500 * share, characters: 12 * 1024 * share }),
  proposed_args_digest: redaction.digestOfAll(proposed)
})

// An app's own approvals may give any number.
const timeOf = (at: number): string | undefined => {
  const time = new Date(at)
  const year = time.getUTCFullYear()
  return year >= 0 && year <= 9999 ? time.toISOString() : undefined
}
