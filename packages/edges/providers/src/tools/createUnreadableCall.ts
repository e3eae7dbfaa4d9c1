import type { Json } from "@toolgate/core"
import type { AnswerPayload, HandledCall } from "../ProviderTool.ts"

/**
 * Returns a call for an unreadable payload. Every gate refuses it, because its arguments are not JSON. They contain the
 * payload, so that the audit log shows it. `why` is a sentence for the model.
 */
export const createUnreadableCall = (
  tool: string,
  payload: Json | undefined,
  why: string,
  answer: (why: string) => AnswerPayload = asText
): HandledCall => ({
  calls: [{ tool, argsText: `Unreadable: ${JSON.stringify(payload)?.slice(0, mostShown)}` }],
  answer: () => answer(why)
})

const asText = (text: string): AnswerPayload => ({ content: [{ type: "text", text }], isError: true })

/** The limit for a payload in the audit log, in characters. */
const mostShown = 10_000
