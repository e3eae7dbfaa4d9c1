import type { Json } from "@toolgate/core"
import type { AnswerPayload, HandledCall } from "../ProviderTool.ts"

/**
 * Returns the call that stands for a payload which cannot be read. No gate runs it, whatever the schema of its tool is: its arguments
 * are no JSON. The payload is in them, so that the refusal on record shows what came. `why` is a sentence for the model.
 */
export const unreadable = (
  tool: string,
  payload: Json | undefined,
  why: string,
  answer: (why: string) => AnswerPayload = asText
): HandledCall => ({
  calls: [{ tool, argsText: `Unreadable: ${JSON.stringify(payload)?.slice(0, mostShown)}` }],
  answer: () => answer(why)
})

const asText = (text: string): AnswerPayload => ({ content: [{ type: "text", text }], isError: true })

/** The most characters of a payload that go on record. */
const mostShown = 10_000
