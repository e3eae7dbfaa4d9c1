import { blockText, modelBlocks } from "@toolgate/providers"
import type { Tool } from "ai"
import type { ToolExecution } from "toolgate"

/** The output of a tool as the AI SDK hands it to a model. */
export type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>

/**
 * Returns an answer as the AI SDK hands it to a model: a text, a text with files, an error, or a denial with its reason. An answer out of
 * a history that a client sent may be anything: one that is none is handed on as a text.
 */
export const modelOutput = (answer: unknown): ModelOutput => {
  try {
    return outputOf(answer as ToolExecution)
  } catch {
    return { type: "text", value: typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "") }
  }
}

const outputOf = (execution: ToolExecution): ModelOutput => {
  const blocks = modelBlocks(execution)
  if (!execution.success) {
    const text = blocks.map(blockText).join("\n")
    return isDenial(execution) ? { type: "execution-denied", reason: text } : { type: "error-text", value: text }
  }
  const parts = blocks.map(partOf)
  return parts.every((part) => part.type === "text")
    ? { type: "text", value: parts.map(({ text }) => text).join("\n") }
    : { type: "content", value: parts }
}

/** The classes of failures that are no fault of the call's: a rule or a person, or nobody, decided so. */
const denials: ReadonlyArray<string | undefined> = ["permission_denied", "user_denied", "confirmation_timeout"]

const isDenial = ({ error }: ToolExecution): boolean => denials.includes(error?.class)

type Block = ToolExecution["output"]["content"][number]
type Part = Extract<Extract<ModelOutput, { readonly type: "content" }>["value"][number], { type: "text" | "file" }>

const partOf = (block: Block): Part => {
  if ((block.type !== "image" && block.type !== "audio" && block.type !== "file") || block.base64 === undefined)
    return { type: "text", text: blockText(block) }
  const filename = block.type === "file" ? block.name : undefined
  return {
    type: "file",
    mediaType: block.mediaType,
    data: { type: "data", data: block.base64 },
    ...(filename === undefined ? {} : { filename })
  }
}
