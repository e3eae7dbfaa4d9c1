import { escapeUnprintable, quoted } from "./quoted.ts"
import type { ContentBlock } from "./ToolOutput.ts"

/**
 * Describes a block for a person without its bytes: kind, name, media type, size and address. The text has no line breaks
 * or control characters.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { describeBlock } from "@toolgate/core"
 *
 * const picture = describeBlock({ type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" })
 * assert.equal(picture, "An image, image/png, 8 bytes")
 * ```
 */
export const describeBlock = (block: ContentBlock): string => {
  const kind = kinds[block.type as string]
  // Newer versions may add kinds.
  if (kind === undefined) return quoted(String(block.type))
  const { name, title, mediaType, text, base64, uri } = block as Partial<Record<string, string>>
  return [
    kind,
    quotedPart(name ?? title),
    mediaType === undefined ? undefined : escapeUnprintable(mediaType),
    base64 === undefined ? undefined : `${byteLength(base64)} bytes`,
    text === undefined ? undefined : `${text.length} characters`,
    quotedPart(uri)
  ]
    .filter((part) => part !== undefined)
    .join(", ")
}

const kinds: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  text: "A text",
  image: "An image",
  audio: "Audio",
  file: "A file",
  link: "A link"
}

const quotedPart = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : quoted(text, 1_024)

const byteLength = (base64: string): number => Math.floor((base64.replace(/=+$/, "").length * 3) / 4)
