import { blockText, commonMedia, modelBlocks, shownMedia } from "@toolgate/providers"
import type { ToolExecution } from "toolgate"

/** Returns an answer as the result of a call in MCP: texts, pictures and sounds, and whether the call failed. */
export const callResult = (execution: ToolExecution): object => ({
  content: modelBlocks(execution).map(contentOf),
  ...(execution.success ? {} : { isError: true })
})

const contentOf = (block: ReturnType<typeof modelBlocks>[number]): object => {
  if (block.type === "audio") return { type: "audio", data: block.base64, mimeType: block.mediaType }
  const shown = block.type === "image" ? shownMedia(block, commonMedia) : undefined
  return typeof shown === "object"
    ? { type: "image", data: shown.base64, mimeType: shown.mediaType }
    : { type: "text", text: blockText(block, shown) }
}
