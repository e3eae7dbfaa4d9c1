import type { JsonObject, RuleRef } from "@toolgate/core"
import { type EndedCall, getErrorType, getOutcome } from "./EndedCall.ts"
import { redactText, redactValue } from "./redactText.ts"

/** The attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Returns the attributes of a call's span, without secrets. `wasAsked`: a person was asked about the call. Source:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/#execute-tool-span
 */
export const describeCall = (ended: EndedCall, wasAsked: boolean, contents: boolean): SpanAttributes => {
  const { event, call, answer } = ended
  const { permit, context } = call
  const rule = permit?.because ?? readRule(answer.error?.details)
  const { caller } = context
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": redactText(event.toolName),
    "gen_ai.tool.call.id": redactText(event.callId),
    "gen_ai.tool.type": "function",
    "gen_ai.conversation.id": redactText(event.session),
    "gen_ai.agent.name": redactText(event.agent),
    "error.type": getErrorType(ended),
    "toolgate.outcome": getOutcome(ended),
    "toolgate.verdict": getVerdict(ended, wasAsked),
    "toolgate.rule": rule && redactText(rule.rule),
    "toolgate.rule.layer": rule && redactText(rule.layer),
    "toolgate.rule.source": rule && redactText(rule.source),
    "toolgate.executed": answer.executed,
    "toolgate.sandbox": answer.sandbox,
    "toolgate.approval.id": permit?.approval?.id ?? answer.pending?.approvalId,
    "toolgate.turn": redactText(event.turn),
    "toolgate.parent.id": caller.kind === "chain" ? redactText(caller.parent) : undefined,
    "toolgate.replayed": answer.replayed,
    "toolgate.duration_ms": answer.durationMs,
    "toolgate.waited_ms": answer.waitedMs,
    ...(contents ? describeContents(ended) : undefined)
  }
}

const describeContents = ({ answer }: EndedCall): SpanAttributes => {
  const { arguments: args, output, executed } = answer
  const about = [args]
  return {
    "gen_ai.tool.call.arguments": args && redactValue(args, about),
    "gen_ai.tool.call.result": executed === "no" ? undefined : redactValue(output.value ?? output.content, about)
  }
}

/** Returns the verdict of the policy, or `undefined` if the call did not get that far. */
const getVerdict = ({ call: { permit }, answer }: EndedCall, wasAsked: boolean): string | undefined => {
  if (wasAsked || permit?.approval !== undefined || answer.pending !== undefined) return "ask"
  if (permit !== undefined) return "allow"
  return readRule(answer.error?.details) === undefined ? undefined : "deny"
}

/** Returns the rule in the details of a policy's refusal. */
const readRule = (details: JsonObject | undefined): RuleRef | undefined => {
  const { layer, rule, source } = details ?? {}
  return typeof layer === "string" && typeof rule === "string" && typeof source === "string"
    ? { layer, rule, source }
    : undefined
}
