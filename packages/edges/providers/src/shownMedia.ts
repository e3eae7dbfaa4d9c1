import type { ContentBlock } from "@toolgate/core"
import { imageSize } from "image-size"

/** The media that a provider takes in the answer to a call. */
export interface MediaRule {
  /** The types of images. */
  readonly images: ReadonlySet<string>
  readonly hasDocuments: boolean
  readonly hasAnimations: boolean
  /** The most characters of one image or document in Base64. */
  readonly characters: number
  /** The most pixels of an image's longer side. */
  readonly side: number
}

/** An image or a document as it can be sent: its type is what its bytes are. */
export interface ShownMedia {
  readonly mediaType: string
  readonly base64: string
}

const allImages = ["image/png", "image/jpeg", "image/gif", "image/webp"]

const mib = 1024 * 1024

/**
 * Anthropic: "Vision" of its guide. An image has at most 8,000 pixels on each side and 5 MB, which the API measures on the Base64 text
 * ("image exceeds 5 MB maximum: … > 5242880 bytes"). A PDF counts towards the 32 MB of a request.
 */
export const anthropicMedia: MediaRule = {
  images: new Set(allImages),
  hasDocuments: true,
  hasAnimations: true,
  characters: 5 * mib,
  side: 8_000
}

/** OpenAI: "Images and vision" of its guide. PNG, JPEG, WebP and GIF that does not move, up to 20 MB for each. */
export const openAiMedia: MediaRule = {
  images: new Set(allImages),
  hasDocuments: true,
  hasAnimations: false,
  characters: Math.floor((20 * mib * 4) / 3),
  side: Number.POSITIVE_INFINITY
}

/** Gemini: "Function calling" of its guide for the types in the answer of a function, and 20 MB for a request with inline data. */
export const geminiMedia: MediaRule = {
  images: new Set(["image/png", "image/jpeg", "image/webp"]),
  hasDocuments: true,
  hasAnimations: true,
  characters: 18 * mib,
  side: Number.POSITIVE_INFINITY
}

/** The rule for a conversation whose provider is not known: what every provider takes. */
export const commonMedia: MediaRule = { ...anthropicMedia, hasAnimations: false }

/** A block with bytes. */
type BytesBlock = Extract<ContentBlock, { readonly base64?: string }>

/**
 * Returns an image or document as a provider takes it, or the reason why it does not, as the end of a sentence. What a block says of
 * its own type counts for nothing: one wrong image in a conversation fails every request after it.
 */
export const shownMedia = (
  { type, mediaType, base64: given = "" }: BytesBlock,
  rule: MediaRule
): ShownMedia | string => {
  const said = plainType(mediaType)
  const isImage = type === "image" || said.startsWith("image/")
  if (!isImage && said !== "application/pdf") return "it cannot be shown here"
  if (!isImage && !rule.hasDocuments) return "it cannot be shown here"
  const base64 = plainBase64(given)
  if (base64 === "") return "it is empty"
  if (base64.length > rule.characters) return "it is larger than the provider takes"
  const bytes = Buffer.from(base64, "base64")
  if (!isImage) return bytes.subarray(0, 1024).includes("%PDF-") ? { mediaType: said, base64 } : "its bytes are no PDF"
  const found = imageIn(bytes)
  if (found === undefined)
    return said === "image/svg+xml" ? "it cannot be shown here" : "its bytes are no image that is known"
  if (!rule.images.has(found.mediaType)) return "it cannot be shown here"
  if (Math.max(found.width, found.height) > rule.side) return `its longer side has more than ${rule.side} pixels`
  if (!rule.hasAnimations && found.mediaType === "image/gif" && isAnimated(bytes)) return "it is an animation"
  return { mediaType: found.mediaType, base64 }
}

/** Returns a media type without its parameters, in small letters. */
const plainType = (mediaType: string): string => {
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return type === "image/jpg" || type === "image/pjpeg" ? "image/jpeg" : type
}

/** Returns a text in Base64 as every reader takes it: without a "data:" address around it, line ends, and with its padding. */
export const plainBase64 = (given: string): string => {
  const text = /^data:[^,]{0,200},/.test(given) ? given.slice(given.indexOf(",") + 1) : given
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
    ? text
    : Buffer.from(text, "base64").toString("base64")
}

/** Returns what the bytes of an image say of it. */
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

// What moves says how often it is repeated.
const isAnimated = (bytes: Buffer): boolean => bytes.includes("NETSCAPE2.0") || bytes.includes("ANIMEXTS1.0")
