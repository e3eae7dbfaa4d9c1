import type { Json, Permit, Resource, ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { CallRedaction } from "../redaction/CallRedaction.ts"
import { formatApproval } from "./formatApproval.ts"
import { boundRecord, formatMembers, formatRecord } from "./formatRecord.ts"
import { findFailure, recordError } from "./recordError.ts"
import { describeCall, formatOrigin, recordArgs } from "./recordedCall.ts"

/** The two records of a permitted call: its intent and its outcome. */
export class PermittedCall {
  private readonly permit: Permit
  private readonly redaction: CallRedaction
  /** The members that both records share, as JSON without braces. */
  readonly about: string
  /** The call id without secrets, as JSON. */
  private readonly id: string

  constructor(permit: Permit, key: SecretKey, policyDigest?: string) {
    const { callId, tool, toolDigest, context } = permit.request
    this.permit = permit
    this.redaction = new CallRedaction(key)
    const { text, id } = describeCall(this.redaction, tool.name, callId, context, {
      tool: toolDigest,
      policy: policyDigest
    })
    this.about = text
    this.id = id
  }

  /**
   * Returns the record of the intent. Call `intent` before `outcome`, so that secrets found in the intent are also
   * removed from the outcome.
   */
  intent(): string {
    return boundRecord((share) => formatRecord("tool.call.dispatched", this.about, this.dispatched(share)))
  }

  /** Returns the record of the outcome. The store adds the members that name the intent. */
  outcome(answer: ToolExecution): string {
    const { executed } = answer
    const error = findFailure(answer)
    const result = executed === "no" ? undefined : this.redaction.digestOfResult(answer.output)
    const { reached, endedBy } = answer.enforced ?? noLimits
    const duration = executed === "no" ? 0 : rounded(answer.durationMs)
    // A shortcut for most calls, which succeed within their limits.
    if (error === undefined && reached === undefined && endedBy === undefined && answer.forms === undefined)
      return `"kind":"tool.call.completed","executed":"${executed}","duration_ms":${duration}${result === undefined ? "" : `,"result_digest":"${result}"`}`
    const kind = error === undefined ? "tool.call.completed" : "tool.call.failed"
    return formatMembers({
      kind,
      executed,
      duration_ms: duration,
      result_digest: result,
      enforced: reached === undefined && endedBy === undefined ? undefined : { reached, ended_by: endedBy },
      forms: answer.forms?.map(({ kind, action, waitedMs }) => ({ kind, action, waited_ms: rounded(waitedMs) })),
      error: error === undefined ? undefined : recordError(this.redaction, error)
    })
  }

  private dispatched(share: number): string {
    const { request, grant, because, approval } = this.permit
    const { callId, idempotencyKey = callId, tool, args, resources, context } = request
    const { redaction } = this
    const key = idempotencyKey === callId ? this.id : redaction.idAsJson(idempotencyKey)
    const origin = formatOrigin(redaction, context)
    // First collects the secrets of the proposed arguments, so that they are removed from the effective arguments too.
    if (approval?.proposed !== undefined) recordArgs(redaction, approval.proposed, share)
    const shown = recordArgs(redaction, args, share, approval?.proposed !== undefined)
    const target =
      resources.length === 0
        ? "[]"
        : JSON.stringify(
            redaction.target(recordedResources(resources), { values: 500 * share, characters: 12 * 1024 * share })
          )
    const approved = approval === undefined ? "" : `,${formatApproval(redaction, approval, share)}`
    return `"idempotency_key":${key},${origin}"side_effects":"${tool.sideEffects}",${shown}"resources":${target},${recordedVerdict(redaction, grant, because)}${approved}`
  }
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000

const noLimits = { reached: undefined, endedBy: undefined }

/**
 * Returns the resources for the record. Leaves out the paths that a command's words may name, because they repeat those
 * words and may contain secrets.
 */
const recordedResources = (resources: ReadonlyArray<Resource>): Json => resources.map(recordedResource)

const recordedResource = (resource: Resource): Json => {
  switch (resource.kind) {
    case "file":
      return { kind: "file", path: resource.path, mode: resource.mode }
    case "host":
      return { kind: "host", host: resource.host, port: resource.port }
    case "command":
      return {
        kind: "command",
        argv: resource.argv,
        assigned: resource.assigned,
        hosts: resource.hosts.map(({ host, port }) => ({ host, port }))
      }
    case "opaque":
    case "unread":
      return { kind: resource.kind, reason: resource.reason }
  }
}

/** Returns the members for the sandbox and the rule that permitted the call. */
const recordedVerdict = (
  redaction: CallRedaction,
  { sandbox, confinement }: Permit["grant"],
  { layer, rule, source }: Permit["because"]
): string => {
  const isKept =
    redaction.knowsNone &&
    last.sandbox === sandbox &&
    last.confinement === confinement &&
    last.layer === layer &&
    last.rule === rule &&
    last.source === source
  if (isKept) return last.text
  const granted = JSON.stringify({ sandbox, confinement }).slice(1, -1)
  const names = [layer, rule, source].map((name) => redaction.nameAsJson(name))
  const text = `${granted},"because":{"layer":${names[0]},"rule":${names[1]},"source":${names[2]}}`
  if (redaction.knowsNone) last = { sandbox, confinement, layer, rule, source, text }
  return text
}

/** The last verdict. Most calls are permitted by the same rule as the previous call. */
let last = { sandbox: "", confinement: "", layer: "", rule: "", source: "", text: "" }
