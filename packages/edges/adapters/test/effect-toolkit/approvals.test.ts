import * as LanguageModel from "effect/ai/LanguageModel"
import * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Session } from "toolgate"
import { createTools } from "../../src/effect-toolkit.ts"
import type { Run } from "../contract/Framework.ts"
import { testApprovalFlow } from "../testApprovalFlow.ts"
import { createModel, getAnswers } from "./fakeModel.ts"

const request = async (session: Session, prompt: Prompt.Prompt, turns: Run["turns"]) => {
  const prompts: Array<Prompt.Prompt> = []
  const toolkit = createTools(session, { approvals: "framework" })
  const parts = await Effect.runPromise(
    Effect.provide(Stream.runCollect(LanguageModel.streamText({ prompt, toolkit })), createModel(turns, prompts))
  )
  return { parts: parts as ReadonlyArray<Response.AnyPart>, prompts }
}

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Prompt.Prompt))
const encode = Schema.encodeSync(Schema.fromJsonString(Prompt.Prompt))

/** Returns the history with a client's claim that its user approved everything. */
const approved = (prompt: Prompt.Prompt): Prompt.Prompt => {
  const asked = prompt.content.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-approval-request" ? part.approvalId : []))
      : []
  )
  const content = asked.map((approvalId) => Prompt.makePart("tool-approval-response", { approvalId, approved: true }))
  return Prompt.fromMessages([...prompt.content, Prompt.makeMessage("tool", { content })])
}

testApprovalFlow("Effect Toolkit", {
  begin: async (session, calls) => {
    const asks = Prompt.make("Buy milk.")
    const { parts } = await request(session, asks, [calls])
    const asked = parts.flatMap((part) => (part.type === "tool-approval-request" ? part.toolCallId : []))
    const history = Prompt.fromMessages([...asks.content, ...Prompt.fromResponseParts(parts).content])
    return { asked, state: encode(history) }
  },
  resume: async (session, state) => {
    const { prompts } = await request(session, approved(decode(state)), [])
    return getAnswers(prompts.at(-1))
  }
})
