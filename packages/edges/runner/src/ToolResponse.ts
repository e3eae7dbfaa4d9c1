import { addTextToResult, listTexts } from "./frames.ts"
import type { ContentBlockMessage, ResponseMetadata, ToolResponseMessage } from "./protocol.ts"

/** The response to a successful call. */
export interface ToolResponse<Result = Record<string, unknown>> {
  /** The structured result, whose type is not checked. A tool that returns only text has the result `{ text }`. */
  readonly result: Result
  /** The text for a model: the texts of `content`, one per line, or the result as JSON if there is no content. */
  readonly text: string
  /**
   * The tool's output for a model, including images, audio, files and links. Empty if the tool returns only its result.
   */
  readonly content: ReadonlyArray<ContentBlockMessage>
  readonly metadata: ResponseMetadata | undefined
}

/** Converts the message of a response. */
export const convertResponse = <Result>({
  result,
  content = [],
  metadata
}: Extract<ToolResponseMessage, { readonly ok: true }>): ToolResponse<Result> => ({
  result: addTextToResult(result, content) as Result,
  // A getter, because a result may be long.
  get text() {
    return content.length === 0 ? JSON.stringify(result) : listTexts(content).join("\n")
  },
  content,
  metadata
})
