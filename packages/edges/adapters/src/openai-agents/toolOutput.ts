import type { ToolOutputFileContent, ToolOutputImage, ToolOutputText } from "@openai/agents"
import { blockText, modelBlocks } from "@toolgate/providers"
import type { ToolExecution } from "toolgate"

/** The output of a tool as the SDK hands it to a model: a text, or texts with pictures and files. */
export type ToolOutput = string | Array<ToolOutputText | ToolOutputImage | ToolOutputFileContent>

/** Returns an answer as the SDK hands it to a model. */
export const toolOutput = (execution: ToolExecution): ToolOutput => {
  const parts = modelBlocks(execution).map(partOf)
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  return texts.length === parts.length ? texts.join("\n") : parts
}

const partOf = (
  block: ReturnType<typeof modelBlocks>[number]
): ToolOutputText | ToolOutputImage | ToolOutputFileContent => {
  if (block.type === "image") return { type: "image", image: { data: block.base64, mediaType: block.mediaType } }
  if (block.type !== "file" || block.base64 === undefined) return { type: "text", text: blockText(block) }
  const { base64: data, mediaType, name: filename = "file" } = block
  return { type: "file", file: { data, mediaType, filename } }
}
