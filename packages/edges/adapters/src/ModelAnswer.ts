import { blockText, commonMedia, modelBlocks, shownMedia } from "@toolgate/providers"
import type { ToolExecution } from "toolgate"

/** A part of what a model reads of an answer: a text, or a file that models can be shown. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "file"; readonly mediaType: string; readonly base64: string; readonly name?: string }

/** An answer as a model reads it: a result, an error, or a denial, which is no fault of the call's. */
export type ModelAnswer =
  | { readonly as: "result"; readonly parts: ReadonlyArray<ModelPart> }
  | { readonly as: "error"; readonly text: string }
  | { readonly as: "denial"; readonly text: string }

/**
 * Returns an answer as a model reads it. An answer out of a history that a client sent may be anything: one that is none is handed on
 * as a text.
 */
export const modelAnswer = (answer: unknown): ModelAnswer => {
  try {
    return answerOf(answer as ToolExecution)
  } catch {
    const text = typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "")
    return { as: "result", parts: [{ type: "text", text }] }
  }
}

/** Returns the one text of parts that are texts, or `undefined` if one is a file. */
export const textOf = (parts: ReadonlyArray<ModelPart>): string | undefined => {
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
  // The framework hands it on to a provider that the gate does not know.
  const shown = shownMedia(block, commonMedia)
  return typeof shown === "string"
    ? { type: "text", text: blockText(block, shown) }
    : { type: "file", ...shown, ...named }
}
