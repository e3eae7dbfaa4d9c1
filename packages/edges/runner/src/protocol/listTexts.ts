import type { ContentBlockMessage } from "./SupervisorMessage.ts"

/** Returns the texts in a tool's output: text blocks, and files with text content. */
export const listTexts = (content: ReadonlyArray<ContentBlockMessage>): ReadonlyArray<string> =>
  content.flatMap((block) => (block.type === "text" || (block.type === "file" && "text" in block) ? [block.text] : []))

/**
 * Returns the result of a call. If the result is empty and there are texts, returns them joined as `text`, one per
 * line.
 */
export const addTextToResult = (
  result: Record<string, unknown>,
  content: ReadonlyArray<ContentBlockMessage>
): Record<string, unknown> => {
  if (content.length === 0 || Object.keys(result).length > 0) return result
  const texts = listTexts(content)
  return texts.length === 0 ? result : { text: texts.join("\n") }
}
