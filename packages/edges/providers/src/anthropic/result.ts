import type { ContentBlock } from "@toolgate/core"
import { blockText } from "../modelText.ts"
import type { ItemAnswer } from "../round/answerItems.ts"
import { anthropicMedia, shownMedia } from "../shownMedia.ts"
import type { AnthropicContent, AnthropicImage, AnthropicResult } from "./messagesWire.ts"

/** Writes an answer as a result of the Messages API. */
export const anthropicResult = ({ item, payload, blocks, isError }: ItemAnswer): AnthropicResult => {
  const { toolset_name } = item.echo
  return {
    ...(payload as object),
    type: "tool_result",
    tool_use_id: item.id,
    ...(payload === undefined
      ? { content: blocks.flatMap((block) => contentOf(block, isError)), ...(isError ? { is_error: true } : {}) }
      : {}),
    ...(typeof toolset_name === "string" ? { toolset_name } : {})
  } as AnthropicResult
}

/** Returns a block in the provider's words. An error takes nothing but text, and a text has to have something in it. */
const contentOf = (block: ContentBlock, isError: boolean): ReadonlyArray<AnthropicContent> => {
  const isMedia = block.type === "image" || (block.type === "file" && block.base64 !== undefined)
  const shown = isMedia && !isError ? shownMedia(block, anthropicMedia) : undefined
  if (typeof shown === "object") {
    const { mediaType, base64: data } = shown
    if (mediaType === "application/pdf")
      return [
        {
          type: "document",
          source: { type: "base64", media_type: mediaType, data },
          ...(block.type !== "file" || block.name === undefined ? {} : { title: block.name })
        }
      ]
    return [{ type: "image", source: { type: "base64", media_type: mediaType as AnthropicImage, data } }]
  }
  const text = blockText(block, shown)
  return /\S/.test(text) ? [{ type: "text", text }] : []
}
