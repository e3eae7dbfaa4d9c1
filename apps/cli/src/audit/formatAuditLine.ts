import { isWaiting } from "@toolgate/audit"
import type {
  AbandonedSegment,
  AboutCall,
  AuditRecord,
  GateAdministered,
  ToolDispatched,
  ToolObserved
} from "@toolgate/wire"
import { callTarget } from "../call/callTarget.ts"
import { formatDuration } from "../text/formatDuration.ts"
import { formatShortName, formatShortSentence, formatShortText } from "../text/formatShortText.ts"

/** Returns a record as a line: the time, the agent, the tool with its target, and the outcome. */
export const formatAuditLine = (record: AuditRecord): string => {
  return `${record.at}  ${who(record)}  ${said(record)}\n`
}

const who = (record: AuditRecord): string => {
  if ("agent" in record) return `${agent(record)}  ${call(record)}`
  return record.kind === "gate.administered" ? `${formatShortName(record.by)}  ${subject(record)}` : "-  log"
}

const subject = ({ subject, subject_id }: GateAdministered): string =>
  subject_id === undefined ? formatShortName(subject) : `${formatShortName(subject)} (${formatShortName(subject_id)})`

const agent = ({ agent, on_behalf_of }: AboutCall): string =>
  on_behalf_of === undefined ? formatShortName(agent) : `${formatShortName(agent)} for ${formatShortName(on_behalf_of)}`

const call = (record: Extract<AuditRecord, { readonly agent: string }>): string => {
  const target = "args" in record && isObject(record.args) ? callTarget(record.tool, record.args) : ""
  return target === "" ? formatShortName(record.tool) : `${formatShortName(record.tool)} ${target}`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const said = (record: AuditRecord): string => {
  switch (record.kind) {
    case "tool.call.dispatched": {
      const { side_effects, sandbox, because } = record
      return `dispatched: ${side_effects} in ${formatShortName(sandbox)}, ${permittedBy(record)} [${rule(because)}]`
    }
    case "tool.call.completed":
      return `completed (${formatDuration(record.duration_ms)}${askedFor(record)})`
    case "tool.call.failed": {
      const { error, executed, duration_ms } = record
      const begun = executed === "no" ? "not begun" : formatDuration(duration_ms)
      const unknown = executed === "unknown" ? "; whether it took effect is not known" : ""
      return `failed: ${error.class}: ${formatShortSentence(error.message)} (${begun}${askedFor(record)}${unknown})`
    }
    case "tool.call.denied": {
      const { error } = record
      if (isWaiting(record)) return `waits for a decision: ${formatShortSentence(error.message)}`
      const by =
        error.rule === undefined || error.source === undefined
          ? ""
          : ` [${rule({ rule: error.rule, source: error.source })}]`
      return `denied${decidedBy(record.denied_by, record.denied_from)}: ${formatShortSentence(error.message)}${by}`
    }
    case "tool.observed": {
      const how = record.failed === true ? "used, and failed" : "used"
      return `observed: ${how} by the provider ${formatShortName(record.provider)}, as it says${standing(record)}`
    }
    case "gate.administered":
      return `${formatShortName(record.action)} (${formatShortName(record.from)})`
    case "log.opened":
      return `opened by the process ${record.pid} of ${formatShortName(record.host)}`
    case "log.lost":
      return `${record.records} records may be missing, and ${record.refused} calls were refused: ${givenUp(record.given_up)}`
    case "log.closed":
      return record.because === "rotated" ? "closed: another file follows" : "closed"
    default:
      // The record is from a later version.
      return `${formatShortName((record as AuditRecord).kind)}: this version does not know this kind of record`
  }
}

/** Describes the gate's knowledge of a use that a provider ran. */
const standing = ({ standing }: ToolObserved): string => {
  if (standing === "declared") return ""
  return standing === "undeclared" ? "; not declared in this session" : "; not a hosted tool of the gate"
}

/** Describes the results of the forms with which the tool asked for input. */
const askedFor = ({
  forms = []
}:
  | Extract<AuditRecord, { readonly kind: "tool.call.completed" }>
  | Extract<AuditRecord, { readonly kind: "tool.call.failed" }>): string =>
  forms.length === 0 ? "" : `; asked for input: ${forms.map(({ action }) => formatShortName(action)).join(", ")}`

const permittedBy = (record: ToolDispatched): string => {
  const { approval_id, approved_by, approved_from, answer, answered_by, answered_from, proposed_args } = record
  if (answer !== undefined) {
    const words = answer.note === undefined ? "" : `: ${formatShortText(answer.note)}`
    return `answered with ${formatShortName(answer.decision)}${decidedBy(answered_by, answered_from)}${words}`
  }
  if (approval_id === undefined) return "allowed"
  const edited = proposed_args === undefined ? "" : " with different arguments than requested"
  const by = approved_by === undefined ? " by a person" : decidedBy(approved_by, approved_from)
  return `approved${by}${edited}`
}

const decidedBy = (by: string | undefined, from: string | undefined): string => {
  if (by === undefined) return ""
  return ` by ${formatShortName(by)}${from === undefined ? "" : ` (${formatShortName(from)})`}`
}

const givenUp = (given: AbandonedSegment | undefined): string => {
  if (given === undefined) return "it could not be written"
  const { segment, because } = given
  const isTampered = ["removed", "replaced", "changed"].includes(because)
  return `"${formatShortName(segment)}" ${isTampered ? `was ${because} while it was written` : `could not be written (${because})`}`
}

const rule = ({ rule, source }: { readonly rule: string; readonly source: string }): string =>
  `${formatShortSentence(rule, 80)}, ${formatShortSentence(source, 80)}`
