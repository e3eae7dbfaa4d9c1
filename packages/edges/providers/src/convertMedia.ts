import type { ContentBlock } from "@toolgate/core"
import { imageSize } from "image-size"

/** The media that a provider accepts in an answer. */
export interface MediaRule {
  /** The accepted image types. */
  readonly images: ReadonlySet<string>
  readonly hasDocuments: boolean
  readonly hasAnimations: boolean
  /** The limit for one image or document, in Base64 characters. */
  readonly characters: number
  /** The limit for an image's longer side, in pixels. */
  readonly side: number
}

/** A sendable image or document. Its type is detected from its bytes. */
export interface ShownMedia {
  readonly mediaType: string
  readonly base64: string
}

const allImages = ["image/png", "image/jpeg", "image/gif", "image/webp"]

const mib = 1024 * 1024

/**
 * Anthropic, by the guide's "Vision": up to 8,000 pixels per side and 5 MB, which the API measures on the Base64 text
 * ("image exceeds 5 MB maximum: … > 5242880 bytes"). A PDF counts towards the 32 MB of a request.
 */
export const anthropicMedia: MediaRule = {
  images: new Set(allImages),
  hasDocuments: true,
  hasAnimations: true,
  characters: 5 * mib,
  side: 8_000
}

/** OpenAI, by the guide's "Images and vision": PNG, JPEG, WebP and GIF without animation, up to 20 MB each. */
export const openAiMedia: MediaRule = {
  images: new Set(allImages),
  hasDocuments: true,
  hasAnimations: false,
  characters: Math.floor((20 * mib * 4) / 3),
  side: Number.POSITIVE_INFINITY
}

/**
 * Gemini, by the guide's "Function calling" for the types in function responses, and 20 MB for a request with inline
 * data.
 */
export const geminiMedia: MediaRule = {
  images: new Set(["image/png", "image/jpeg", "image/webp"]),
  hasDocuments: true,
  hasAnimations: true,
  characters: 18 * mib,
  side: Number.POSITIVE_INFINITY
}

/** The rule for an unknown provider: what all providers accept. */
export const commonMedia: MediaRule = { ...anthropicMedia, hasAnimations: false }

type BytesBlock = Extract<ContentBlock, { readonly base64?: string }>

/**
 * Returns an image or document in a form that the provider accepts, or the reason why it does not, as the end of a
 * sentence. Detects the type from the bytes, because one mislabelled image would fail every later request of the
 * conversation.
 */
export const convertMedia = (
  { type, mediaType, base64: given = "" }: BytesBlock,
  rule: MediaRule
): ShownMedia | string => {
  const said = plainType(mediaType)
  const isImage = type === "image" || said.startsWith("image/")
  if (!isImage && said !== "application/pdf") return "it cannot be shown here"
  if (!isImage && !rule.hasDocuments) return "it cannot be shown here"
  const base64 = normalizeBase64(given)
  if (base64 === "") return "it is empty"
  if (base64.length > rule.characters) return "it is larger than the provider accepts"
  const bytes = Buffer.from(base64, "base64")
  if (!isImage)
    return bytes.subarray(0, 1024).includes("%PDF-") ? { mediaType: said, base64 } : "its bytes are not a PDF"
  const found = imageIn(bytes)
  if (found === undefined)
    return said === "image/svg+xml" ? "it cannot be shown here" : "its bytes are not a known image format"
  if (!rule.images.has(found.mediaType)) return "it cannot be shown here"
  if (Math.max(found.width, found.height) > rule.side) return `its longer side has more than ${rule.side} pixels`
  if (!rule.hasAnimations && found.mediaType === "image/gif" && isAnimated(bytes)) return "it is an animation"
  return { mediaType: found.mediaType, base64 }
}

/** Returns a media type in lower case and without parameters. */
const plainType = (mediaType: string): string => {
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return type === "image/jpg" || type === "image/pjpeg" ? "image/jpeg" : type
}

/** Normalizes Base64: removes a `data:` prefix and line breaks, and adds padding. */
export const normalizeBase64 = (given: string): string => {
  const text = /^data:[^,]{0,200},/.test(given) ? given.slice(given.indexOf(",") + 1) : given
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
    ? text
    : Buffer.from(text, "base64").toString("base64")
}

/** Returns an image's type, size and animation from its bytes. */
const imageIn = (bytes: Buffer) => {
  const mediaType = signatures.find(([, matches]) => matches(bytes))?.[0]
  if (mediaType === undefined) return undefined
  try {
    const { width, height } = imageSize(bytes)
    return width > 0 && height > 0 ? { mediaType, width, height } : undefined
  } catch {
    return undefined
  }
}

const signatures: ReadonlyArray<readonly [type: string, matches: (bytes: Buffer) => boolean]> = [
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("\xff\xd8\xff", "latin1"))],
  ["image/gif", (bytes) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))],
  ["image/webp", (bytes) => /^RIFF.{4}WEBP$/s.test(bytes.toString("latin1", 0, 12))]
]

// An animation declares its number of repeats.
const isAnimated = (bytes: Buffer): boolean => bytes.includes("NETSCAPE2.0") || bytes.includes("ANIMEXTS1.0")
