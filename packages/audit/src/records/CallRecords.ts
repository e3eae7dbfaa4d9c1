import type { DispatchContext, Permit, Ran, Refused, ToolExecution } from "@toolgate/core"
import { refused } from "@toolgate/core"
import * as Cause from "effect/Cause"
import type { Exit } from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type { RecordedError, ToolCompleted, ToolDenied, ToolDispatched, ToolFailed } from "../AuditRecord.ts"
import { CallRedaction } from "../redaction/CallRedaction.ts"
import type { DigestKey } from "../redaction/DigestKey.ts"
import { type AboutCall, aboutCall, madeBy, recordedArgs } from "./recordedCall.ts"
import { recordedResources } from "./recordedResources.ts"

/** A record is never larger than this, in bytes of JSON, whatever the call holds. */
export const largestRecord = 64 * 1024

const shownMessage = 1024

/** What is put on record of one call that was let pass: before it begins, and when it has ended. */
export class PermittedCall {
  readonly intent: string
  private readonly permit: Permit
  private readonly redaction: CallRedaction
  private readonly about: AboutCall

  constructor(permit: Permit, key: DigestKey) {
    const { tool, context } = permit.request
    this.permit = permit
    this.redaction = new CallRedaction(key)
    this.about = aboutCall(this.redaction, tool.name, context.callId, context)
    this.intent = bounded((share) => this.dispatched(key, share))
  }

  /** The record of the end, without the place of the intent, which its store knows. */
  outcome(exit: Exit<Ran, Refused>): string {
    const { tool, context } = this.permit.request
    const { executed } = context
    const ran = exit._tag === "Success" ? exit.value : undefined
    const error = ran === undefined ? refusalOf(exit, context) : failureOf(tool, ran)
    const ended = {
      ...this.about,
      executed,
      duration_ms: executed === "no" ? 0 : Math.round((performance.now() - context.begunAt) * 1000) / 1000,
      ...reachedLimits(ran)
    }
    return written<Omit<ToolCompleted, "intent"> | Omit<ToolFailed, "intent">>(
      error === undefined
        ? { kind: "tool.call.completed", ...ended }
        : { kind: "tool.call.failed", ...ended, error: recordedError(this.redaction, error) }
    )
  }

  private dispatched(key: DigestKey, share: number): ToolDispatched {
    const { request, grant, because, approvalId } = this.permit
    const { call, tool, args, resources, context } = request
    const { redaction } = this
    const idempotencyKey = call.idempotencyKey ?? context.callId
    return {
      kind: "tool.call.dispatched",
      ...this.about,
      idempotency_key: idempotencyKey === context.callId ? this.about.tool_call_id : redaction.line(idempotencyKey),
      ...madeBy(redaction, context),
      side_effects: tool.sideEffects,
      ...recordedArgs(redaction, key, args, { values: 1000 * share, characters: 24 * 1024 * share }),
      resources:
        resources.length === 0
          ? []
          : redaction.value(recordedResources(resources), { values: 500 * share, characters: 12 * 1024 * share }),
      sandbox: grant.sandbox,
      confinement: grant.confinement,
      because: {
        layer: redaction.line(because.layer),
        rule: redaction.line(because.rule, 1024),
        source: redaction.line(because.source)
      },
      ...(approvalId === undefined ? undefined : { approval_id: approvalId })
    }
  }
}

/** What is put on record of a call that was not to run. */
export const denied = (answer: ToolExecution, context: DispatchContext, key: DigestKey): string =>
  bounded((share): ToolDenied => {
    const redaction = new CallRedaction(key)
    const error = answer.error ?? refused("InternalError", "It was answered without a reason.")
    const args = recordedArgs(redaction, key, answer.arguments, { values: 1000 * share, characters: 24 * 1024 * share })
    const { rule, source } = error.details
    return {
      kind: "tool.call.denied",
      ...aboutCall(redaction, answer.toolName, answer.callId, context),
      ...madeBy(redaction, context),
      ...args,
      error: {
        ...recordedError(redaction, error),
        ...(typeof rule === "string" ? { rule: redaction.line(rule, 1024) } : undefined),
        ...(typeof source === "string" ? { source: redaction.line(source) } : undefined)
      }
    }
  })

/** Text that is mostly written as escapes takes up to six times its length: then less of it is shown. */
const bounded = (record: (share: number) => ToolDispatched | ToolDenied): string => {
  for (const share of [1, 1 / 8]) {
    const text = written(record(share))
    if (text.length * 3 <= largestRecord || Buffer.byteLength(text) <= largestRecord) return text
  }
  return written(record(0))
}

const written = <A extends object>(record: A): string => JSON.stringify({ at: now(), ...record })

// Many records have the same millisecond.
let lastAt = 0
let lastText = ""
const now = (): string => {
  const at = Date.now()
  if (at !== lastAt) {
    lastAt = at
    lastText = new Date(at).toISOString()
  }
  return lastText
}

const recordedError = (redaction: CallRedaction, error: Refused): RecordedError => ({
  class: error.class,
  why: error.why,
  message: redaction.line(error.message, shownMessage)
})

/** The same judgement as the one that the call is answered with. */
const failureOf = (tool: Permit["request"]["tool"], { error, output }: Ran): Refused | undefined => {
  if (error !== undefined) return error
  if (!output.success) return refused("ToolFailed", "The tool reports a failure.")
  if (output.value === undefined) return undefined
  const mismatch = tool.checkOutput(output.value)
  return mismatch === undefined ? undefined : refused("ToolFailed", mismatch)
}

const refusalOf = (exit: Exit<unknown, Refused>, { deadline }: DispatchContext): Refused => {
  if (exit._tag === "Success") return broken
  const { reasons } = exit.cause
  const fail = reasons.find(Cause.isFailReason)
  if (fail !== undefined) return Predicate.isTagged(fail.error, "Refused") ? fail.error : broken
  if (reasons.some(Cause.isDieReason)) return broken
  // An interrupted run does not say by what.
  return deadline !== undefined && Date.now() >= deadline ? late : cancelled
}

const broken = refused("InternalError", "The run broke.")
const cancelled = refused("Cancelled", "The call was cancelled.")
const late = refused("TimedOut", "The call did not end before its caller's deadline.")

const reachedLimits = (ran: Ran | undefined) => {
  const { reached, endedBy } = ran?.enforced ?? {}
  if (reached === undefined && endedBy === undefined) return undefined
  return {
    enforced: {
      ...(reached === undefined ? undefined : { reached }),
      ...(endedBy === undefined ? undefined : { ended_by: endedBy })
    }
  }
}
