import { blockText, modelBlocks, modelText } from "@toolgate/providers"
import * as Prompt from "effect/ai/Prompt"
import type { ToolExecution } from "toolgate"

type Block = ReturnType<typeof modelBlocks>[number]

/** The result of a call in a toolkit: a text, or the blocks of the answer if it has files beside the text. */
export type ToolResult = string | ReadonlyArray<Block>

/** Returns the result of a call that succeeded. */
export const resultOf = (execution: ToolExecution): ToolResult => {
  const blocks = modelBlocks(execution)
  return blocks.some(isFile) ? blocks : modelText(execution)
}

/** Returns the failure of a call, as a model reads it. */
export const failureOf = modelText

/** Returns a result, or a part of what was printed, as Effect hands it to a model. */
export const modelOutput = (result: ToolResult): ReadonlyArray<Prompt.ToolModelOutputPart> =>
  typeof result === "string" ? [textPart(result)] : result.map(partOf)

const partOf = (block: Block): Prompt.ToolModelOutputPart =>
  isFile(block)
    ? Prompt.makePart("file", {
        mediaType: block.mediaType,
        data: block.base64,
        ...("name" in block && block.name !== undefined ? { fileName: block.name } : {})
      })
    : textPart(blockText(block))

const textPart = (text: string) => Prompt.makePart("text", { text })

const isFile = (block: Block): block is Block & { readonly base64: string; readonly mediaType: string } =>
  (block.type === "image" || block.type === "audio" || block.type === "file") && block.base64 !== undefined
