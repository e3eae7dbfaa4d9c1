import type { Permit, ToolExecution } from "@toolgate/core"
import { CallRedaction } from "../redaction/CallRedaction.ts"
import type { DigestKey } from "../redaction/DigestKey.ts"
import { aboutCall, askedBy, recordedArgs } from "./recordedCall.ts"
import { failureOf, recordedError } from "./recordedError.ts"
import { recordedResources } from "./recordedResources.ts"
import { recordedVerdict } from "./recordedVerdict.ts"
import { boundedText, membersOf, recordText } from "./recordText.ts"

/** What is put on record of one call that was let pass: before it begins, and when it has ended. */
export class PermittedCall {
  private readonly permit: Permit
  private readonly redaction: CallRedaction
  /** What both records say of the call, as members of an object. */
  readonly about: string
  /** As it is shown, as JSON. */
  private readonly id: string

  constructor(permit: Permit, key: DigestKey) {
    const { callId, tool, context } = permit.request
    this.permit = permit
    this.redaction = new CallRedaction(key)
    const { text, id } = aboutCall(this.redaction, tool.name, callId, context)
    this.about = text
    this.id = id
  }

  /** The record that the call is to begin. It comes first: what it finds to be secret is left out of the outcome as well. */
  intent(): string {
    return boundedText((share) => recordText("tool.call.dispatched", this.about, this.dispatched(share)))
  }

  /** The record of the end, but for what it is the end of, which its store knows. */
  outcome(answer: ToolExecution): string {
    const { executed } = answer
    const error = failureOf(answer)
    const { reached, endedBy } = answer.enforced ?? noLimits
    const duration = executed === "no" ? 0 : Math.round(answer.durationMs * 1000) / 1000
    // Most calls end so.
    if (error === undefined && reached === undefined && endedBy === undefined)
      return `"kind":"tool.call.completed","executed":"${executed}","duration_ms":${duration}`
    const kind = error === undefined ? "tool.call.completed" : "tool.call.failed"
    return membersOf({
      kind,
      executed,
      duration_ms: duration,
      enforced: reached === undefined && endedBy === undefined ? undefined : { reached, ended_by: endedBy },
      error: error === undefined ? undefined : recordedError(this.redaction, error)
    })
  }

  private dispatched(share: number): string {
    const { request, grant, because, approvalId } = this.permit
    const { callId, idempotencyKey = callId, tool, args, resources, context } = request
    const { redaction } = this
    const key = idempotencyKey === callId ? this.id : redaction.idAsJson(idempotencyKey)
    const whose = askedBy(redaction, context)
    const shown = recordedArgs(redaction, args, share)
    const target =
      resources.length === 0
        ? "[]"
        : JSON.stringify(
            redaction.target(recordedResources(resources), { values: 500 * share, characters: 12 * 1024 * share })
          )
    const approval = approvalId === undefined ? "" : `,"approval_id":${JSON.stringify(approvalId)}`
    return `"idempotency_key":${key},${whose}"side_effects":"${tool.sideEffects}",${shown}"resources":${target},${recordedVerdict(redaction, grant, because)}${approval}`
  }
}

const noLimits = { reached: undefined, endedBy: undefined }
