import { type ContentBlock, ToolMessage } from "@langchain/core/messages"
import { blockText, modelBlocks } from "@toolgate/providers"
import type { ToolExecution } from "toolgate"
import { answerOf } from "../answerOf.ts"

/**
 * Returns an answer as LangChain hands it to a model: a text, or blocks if there is more than text, with its status. The artifact, which
 * no model is sent, is the answer.
 */
export const toolMessage = (execution: ToolExecution, id = execution.callId): ToolMessage => {
  const parts = modelBlocks(execution).map(partOf)
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  return new ToolMessage({
    tool_call_id: id,
    name: execution.toolName,
    status: execution.success ? "success" : "error",
    artifact: answerOf(execution),
    ...(texts.length === parts.length ? { content: texts.join("\n") } : { contentBlocks: parts })
  })
}

type Part =
  | ContentBlock.Text
  | ContentBlock.Multimodal.Image
  | ContentBlock.Multimodal.Audio
  | ContentBlock.Multimodal.File

const partOf = (block: ReturnType<typeof modelBlocks>[number]): Part =>
  (block.type === "image" || block.type === "audio" || block.type === "file") && block.base64 !== undefined
    ? { type: block.type, mimeType: block.mediaType, data: block.base64 }
    : { type: "text", text: blockText(block) }
