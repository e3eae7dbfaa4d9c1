import { modelAnswer, textOf } from "../ModelAnswer.ts"

/** Returns an answer in the words that Mastra translates for each version of a provider. Not all of these know a denial. */
export const modelOutput = (output: unknown): object => {
  const answer = modelAnswer(output)
  if (answer.as !== "result") return { type: "error-text", value: answer.text }
  const text = textOf(answer.parts)
  if (text !== undefined) return { type: "text", value: text }
  return {
    type: "content",
    value: answer.parts.map((part) =>
      part.type === "text" ? part : { type: "media", mediaType: part.mediaType, data: part.base64 }
    )
  }
}
