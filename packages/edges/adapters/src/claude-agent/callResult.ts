import { blockText, modelBlocks } from "@toolgate/providers"
import type { ToolExecution } from "toolgate"

/** Returns an answer as the result of a call in MCP: texts, pictures and sounds, and whether the call failed. */
export const callResult = (execution: ToolExecution): object => ({
  content: modelBlocks(execution).map((block) =>
    block.type === "image" || block.type === "audio"
      ? { type: block.type, data: block.base64, mimeType: block.mediaType }
      : { type: "text", text: blockText(block) }
  ),
  ...(execution.success ? {} : { isError: true })
})
