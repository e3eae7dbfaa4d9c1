import type { ContentBlock } from "@toolgate/core"
import { blockText } from "../modelText.ts"
import type { ItemAnswer } from "../round/answerItems.ts"
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
  if (!isError && block.type === "image" && isImage(block.mediaType))
    return [{ type: "image", source: { type: "base64", media_type: block.mediaType, data: block.base64 } }]
  if (!isError && block.type === "file" && block.base64 !== undefined && block.mediaType === "application/pdf")
    return [
      {
        type: "document",
        source: { type: "base64", media_type: block.mediaType, data: block.base64 },
        ...(block.name === undefined ? {} : { title: block.name })
      }
    ]
  const text = blockText(block)
  return /\S/.test(text) ? [{ type: "text", text }] : []
}

const images: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])

const isImage = (mediaType: string): mediaType is AnthropicImage => images.has(mediaType)
