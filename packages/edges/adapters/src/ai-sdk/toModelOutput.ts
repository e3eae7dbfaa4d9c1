import type { Tool } from "ai"
import { joinText, toModelAnswer } from "../ModelAnswer.ts"

/** The AI SDK's form of a tool's output for a model. */
export type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>

/**
 * Converts an answer to the AI SDK's form for a model: a text, a text with files, an error, or a denial with its
 * reason.
 */
export const toModelOutput = (output: unknown): ModelOutput => {
  const answer = toModelAnswer(output)
  if (answer.as === "denial") return { type: "execution-denied", reason: answer.text }
  if (answer.as === "error") return { type: "error-text", value: answer.text }
  const text = joinText(answer.parts)
  if (text !== undefined) return { type: "text", value: text }
  return {
    type: "content",
    value: answer.parts.map((part) =>
      part.type === "text"
        ? part
        : {
            type: "file",
            mediaType: part.mediaType,
            data: { type: "data", data: part.base64 },
            ...(part.name === undefined ? {} : { filename: part.name })
          }
    )
  }
}
