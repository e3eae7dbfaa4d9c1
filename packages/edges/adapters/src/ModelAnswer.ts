import { blockText, commonMedia, convertMedia, modelBlocks } from "@toolgate/providers"
import type { ToolExecution } from "toolgate"

/** A part of an answer for a model: a text, or a file that models can read. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly mediaType: string; readonly base64: string; readonly name?: string }

/** An answer for a model: a result, an error, or a denial, which is not an error of the call. */
export type ModelAnswer =
  | { readonly as: "result"; readonly parts: ReadonlyArray<ModelPart> }
  | { readonly as: "error"; readonly text: string }
  | { readonly as: "denial"; readonly text: string }

/**
 * Converts an answer for a model. An answer in a history from a client can have any form; an invalid one becomes text.
 */
export const toModelAnswer = (answer: unknown): ModelAnswer => {
  try {
    return answerOf(answer as ToolExecution)
  } catch {
    const text = typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "")
    return { as: "result", parts: [{ type: "text", text }] }
  }
}

/** Returns text parts as one text; `undefined` if any part is a file. */
export const joinText = (parts: ReadonlyArray<ModelPart>): string | undefined => {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  return texts.length === parts.length ? texts.join("\n") : undefined
}

const answerOf = (execution: ToolExecution): ModelAnswer => {
  const blocks = modelBlocks(execution)
  if (execution.success) return { as: "result", parts: blocks.map(partOf) }
  const isDenial = denials.includes(execution.error?.class)
  return { as: isDenial ? "denial" : "error", text: blocks.map((block) => blockText(block)).join("\n") }
}

const denials: ReadonlyArray<string | undefined> = ["permission_denied", "user_denied", "confirmation_timeout"]

const partOf = (block: ReturnType<typeof modelBlocks>[number]): ModelPart => {
  if ((block.type !== "image" && block.type !== "audio" && block.type !== "file") || block.base64 === undefined)
    return { type: "text", text: blockText(block) }
  const name = block.type === "file" ? block.name : undefined
  const named = name === undefined ? {} : { name }
  const isShown = block.type === "image" || /^\s*(?:image\/|application\/pdf\b)/i.test(block.mediaType)
  if (!isShown) return { type: "file", mediaType: block.mediaType, base64: block.base64, ...named }
  // The framework passes it to an unknown provider.
  const shown = convertMedia(block, commonMedia)
  return typeof shown === "string"
    ? { type: "text", text: blockText(block, shown) }
    : { type: "file", ...shown, ...named }
}
