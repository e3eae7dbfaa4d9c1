import type { ErrorClass } from "@toolgate/core"
import type { ToolExecution } from "toolgate"
import { callTarget } from "../call/callTarget.ts"
import { formatDuration } from "../text/formatDuration.ts"
import { formatShortName, formatShortSentence } from "../text/formatShortText.ts"
import type { CallDecision } from "./callDecision.ts"

/** Formats an answered call as one line. Text from an agent or tool is shown as one word or sentence. */
export const callLine = (execution: ToolExecution, decision: CallDecision, agent: string | undefined): string => {
  const { toolName, arguments: args, sandbox, durationMs, waitedMs } = execution
  const call = [
    agent === undefined ? "" : `[${formatShortName(agent)}]`,
    formatShortName(toolName),
    callTarget(toolName, args)
  ]
  const waited = waitedMs >= 1000 ? `, after waiting for ${formatDuration(waitedMs)}` : ""
  const where = execution.executed === "no" || sandbox === undefined ? "" : `${sandbox}, `
  const said = call.filter((word) => word !== "").join(" ")
  return `toolgate: ${marks[decision]} ${said}: ${outcome(execution, decision)} (${where}${formatDuration(durationMs)}${waited})\n`
}

const marks: Readonly<Record<CallDecision, string>> = {
  allowed: "✓",
  approved: "✓",
  denied: "✗",
  deferred: "…",
  failed: "!"
}

const outcome = ({ error }: ToolExecution, decision: CallDecision): string => {
  if (decision === "allowed") return "allowed"
  if (decision === "approved") return "approved by a person"
  if (error === undefined) return "failed: the tool reports that it did not succeed"
  // The message of a denial already names the policy or the person.
  const what = denials.has(error.class) ? decision : `${decision}: ${error.class}`
  return `${what}: ${formatShortSentence(error.message)}${rule(error.details)}`
}

const denials: ReadonlySet<ErrorClass> = new Set(["permission_denied", "user_denied", "confirmation_timeout"])

const rule = ({ rule, source }: NonNullable<ToolExecution["error"]>["details"]): string =>
  typeof rule === "string" && typeof source === "string"
    ? ` [${formatShortSentence(rule, 80)}, ${formatShortSentence(source, 80)}]`
    : ""
