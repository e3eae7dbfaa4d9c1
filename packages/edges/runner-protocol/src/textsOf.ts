import type { ContentBlockMessage } from "./SupervisorMessage.ts"

/** The texts among what a tool says to a model; images have none. */
export const textsOf = (content: ReadonlyArray<ContentBlockMessage>): ReadonlyArray<string> =>
  content.flatMap((block) => (block.type === "text" ? [block.text] : []))

/** The result of a call: the tool's own or, where that is empty and there is text in the content, this text as `text`, a line each. */
export const resultWithText = (
  result: Record<string, unknown>,
  content: ReadonlyArray<ContentBlockMessage>
): Record<string, unknown> => {
  if (content.length === 0 || Object.keys(result).length > 0) return result
  const texts = textsOf(content)
  return texts.length === 0 ? result : { text: texts.join("\n") }
}
