import { resultWithText, textsOf } from "./frames.ts"
import type { ContentBlockMessage, ResponseMetadata, ToolResponseMessage } from "./protocol.ts"

/** The response to a call that succeeded. */
export interface ToolResponse<Result = Record<string, unknown>> {
  /** The structured result. Its type is not checked here. If the tool only returns text, the result is `{ text }`. */
  readonly result: Result
  /** The text for a model: the texts of `content`, one line each, or the result as JSON if there is no content. */
  readonly text: string
  /** The output of the tool for a model, with images, audio, files and links. Empty if the tool has no output beside its result. */
  readonly content: ReadonlyArray<ContentBlockMessage>
  readonly metadata: ResponseMetadata | undefined
}

/** Returns the response of a message. */
export const toolResponse = <Result>({
  result,
  content = [],
  metadata
}: Extract<ToolResponseMessage, { readonly ok: true }>): ToolResponse<Result> => ({
  result: resultWithText(result, content) as Result,
  // Made on demand, because a result may be long.
  get text() {
    return content.length === 0 ? JSON.stringify(result) : textsOf(content).join("\n")
  },
  content,
  metadata
})
