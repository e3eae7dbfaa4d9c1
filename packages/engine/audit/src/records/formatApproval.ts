import type { Args, EscalationAnswer, PermitApproval } from "@toolgate/core"
import type { ToolDispatched } from "@toolgate/wire"
import type { CallRedaction } from "../redaction/CallRedaction.ts"
import { formatMembers } from "./formatRecord.ts"

/** Returns the members about a call's approval, as JSON. */
export const formatApproval = (
  redaction: CallRedaction,
  { id, by, from, at, shown, answer, proposed }: PermitApproval,
  share: number
): string => {
  const [who, client, time] = [redactOptional(redaction, by), redactOptional(redaction, from), formatTime(at)]
  const decided: Partial<ToolDispatched> =
    answer === undefined
      ? { approved_by: who, approved_from: client, approved_at: time }
      : { answer: recordedAnswer(redaction, answer), answered_by: who, answered_from: client, answered_at: time }
  const members: Partial<ToolDispatched> = {
    approval_id: redaction.line(id),
    ...decided,
    shown_digest: redactOptional(redaction, shown),
    ...(proposed === undefined ? {} : proposedMembers(redaction, proposed, share))
  }
  return formatMembers(members)
}

const recordedAnswer = (redaction: CallRedaction, { decision, note }: EscalationAnswer): ToolDispatched["answer"] => ({
  decision,
  note: note === undefined ? undefined : redaction.line(note, longestNote)
})

/** The length limit of a person's note, in characters. The model sees no more than this either. */
const longestNote = 500

const proposedMembers = (redaction: CallRedaction, proposed: Args, share: number): Partial<ToolDispatched> => ({
  proposed_args: redaction.value(proposed, { values: 500 * share, characters: 12 * 1024 * share }),
  proposed_args_digest: redaction.digestOfAll(proposed)
})

/** Redacts an optional text. */
export const redactOptional = (redaction: CallRedaction, text: string | undefined): string | undefined =>
  text === undefined ? undefined : redaction.line(text)

/**
 * Returns an optional time in ISO format, or `undefined` if it is out of range: an app's own approvals may contain any
 * number.
 */
export const formatTime = (at: number | undefined): string | undefined => {
  const time = new Date(at ?? Number.NaN)
  const year = time.getUTCFullYear()
  return year >= 0 && year <= 9999 ? time.toISOString() : undefined
}
