import type { ContentBlockMessage } from "./SupervisorMessage.ts"

/** Returns the texts of a tool's output for a model: its text, and files whose contents are text. */
export const textsOf = (content: ReadonlyArray<ContentBlockMessage>): ReadonlyArray<string> =>
  content.flatMap((block) => (block.type === "text" || (block.type === "file" && "text" in block) ? [block.text] : []))

/**
 * Returns the result of a call. If the tool's own result is empty and the content has text, the result is this text as
 * `text`, one line for each piece.
 */
export const resultWithText = (
  result: Record<string, unknown>,
  content: ReadonlyArray<ContentBlockMessage>
): Record<string, unknown> => {
  if (content.length === 0 || Object.keys(result).length > 0) return result
  const texts = textsOf(content)
  return texts.length === 0 ? result : { text: texts.join("\n") }
}
