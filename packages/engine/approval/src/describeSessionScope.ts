import type { ApprovalQuestion } from "@toolgate/core"
import { quoteText } from "./shownText.ts"

interface SessionSpan {
  readonly maySpanSession: boolean
  readonly sessionCovers: string
}

/**
 * Says whether an approval may apply to the session, and describes the calls that it would then cover.
 *
 * A person cannot approve in advance what they cannot see: a call that was not shown or analysed in full, or whose meaning
 * may differ next time. A CRITICAL tool is asked about every time. If the operator chose to be asked only once, these
 * rules do not apply. Answers are not stored for a session that ends with its call.
 */
export const describeSessionScope = (
  { request, covers, onlyOnce }: ApprovalQuestion,
  inspectable: boolean,
  outlivesCall: boolean
): SessionSpan => {
  if (!outlivesCall)
    return {
      maySpanSession: false,
      sessionCovers: "For the session: not offered, because the session ends with the call."
    }
  const { tool, resources, context } = request
  const name = quoteText(tool.name)
  const calls =
    covers === "tool"
      ? `every call of tool ${name}, with any arguments`
      : covers === "host"
        ? `calls of tool ${name} to the same hosts, with any other arguments`
        : `calls of tool ${name} with exactly these arguments, pointing at the same things`
  const { agent, onBehalfOf } = context.principal
  const forWhom = onBehalfOf === undefined ? "" : ` on behalf of ${quoteText(onBehalfOf)}`
  const covered = `${calls}, by agent ${quoteText(agent)}${forWhom} in this session, while the tool stays as it is and for at most 8 hours`
  if (onlyOnce) return { maySpanSession: true, sessionCovers: `Asked only once: the answer applies to ${covered}.` }
  const hindrance = tool.escalates
    ? "is a question to a person"
    : !inspectable
      ? "cannot be shown in full"
      : tool.risk === "CRITICAL"
        ? "has the risk CRITICAL"
        : resources.some(({ kind }) => kind === "opaque")
          ? "is partly known only when it runs"
          : resources.some(({ kind }) => kind === "unread")
            ? "was not read to its end"
            : undefined
  return hindrance === undefined
    ? { maySpanSession: true, sessionCovers: `For the session: ${covered}.` }
    : {
        maySpanSession: false,
        sessionCovers: `For the session: not offered, because the call ${hindrance}; it is asked about each time.`
      }
}
