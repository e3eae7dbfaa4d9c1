import type { ContentBlockMessage, ResponseMetadata, ToolResponseMessage } from "@toolgate/runner-protocol"
import { resultWithText, textsOf } from "@toolgate/runner-protocol/frames"

/** What a call that succeeded has come to. */
export interface ToolResponse<Result = Record<string, unknown>> {
  /** The structured result, as the tool's output is described; nothing checks it here. Of a tool that only says something: `{ text }`. */
  readonly result: Result
  /** What to tell a model: the texts of `content`, a line each, or the result as JSON where there is no content. */
  readonly text: string
  /** What the tool says to a model, images included; empty where it says nothing beside its result. */
  readonly content: ReadonlyArray<ContentBlockMessage>
  readonly metadata: ResponseMetadata | undefined
}

/** The response of a message. */
export const toolResponse = <Result>({
  result,
  content = [],
  metadata
}: Extract<ToolResponseMessage, { readonly ok: true }>): ToolResponse<Result> => ({
  result: resultWithText(result, content) as Result,
  // Only who asks for it pays for it: a result may be long.
  get text() {
    return content.length === 0 ? JSON.stringify(result) : textsOf(content).join("\n")
  },
  content,
  metadata
})
