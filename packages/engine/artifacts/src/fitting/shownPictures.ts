import type { ContentBlock } from "@toolgate/core"

/**
 * Returns the pictures that stay in an output: in their order, those that together have at most `most` bytes of Base64. Pictures of other
 * media types are none that providers show a model.
 */
export const shownPictures = (content: ReadonlyArray<ContentBlock>, most: number): ReadonlySet<ContentBlock> => {
  const shown = new Set<ContentBlock>()
  let left = most
  for (const block of content) {
    if (block.type !== "image" || !mediaTypes.has(block.mediaType) || block.base64.length > left) continue
    left -= block.base64.length
    shown.add(block)
  }
  return shown
}

const mediaTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])
