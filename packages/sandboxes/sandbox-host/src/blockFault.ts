import type { Json } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/**
 * Returns what is wrong with a block of a tool's output, as the end of a sentence whose subject is the block, or `undefined` if the
 * block is whole. Contains nothing that stands in the block.
 */
export const blockFault = (block: Json): string | undefined => {
  if (!Predicate.isObject(block) || Array.isArray(block)) return "is no object"
  const checks = Object.hasOwn(kinds, String(block.type)) ? kinds[block.type as keyof typeof kinds] : undefined
  if (checks === undefined) return 'has no known "type"'
  for (const [name, check] of Object.entries(checks)) {
    const fault = check((block as Readonly<Record<string, Json>>)[name])
    if (fault !== undefined) return `has a "${name}" that ${fault}`
  }
  if (block.type === "file" && "text" in block === "base64" in block) return 'needs either "text" or "base64"'
  return undefined
}

/** A check of one member: returns the end of a sentence if the member does not hold. */
type Check = (given: Json | undefined) => string | undefined

const optional =
  (check: Check): Check =>
  (given) =>
    given === undefined ? undefined : check(given)

const text: Check = (given) => (typeof given === "string" ? undefined : "is no string")

// Without groups under a repetition: the text may have millions of characters.
const base64: Check = (given) =>
  typeof given === "string" && given.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(given)
    ? undefined
    : "is no Base64 (RFC 4648, with padding)"

const token = "[\\w!#$%&'*+.^`|~-]{1,127}"
const isMediaType = new RegExp(`^${token}/${token}(?: ?; ?${token}=(?:${token}|"[ !#-\\[\\]-~]{0,255}")){0,8}$`)

const mediaType: Check = (given) =>
  typeof given === "string" && isMediaType.test(given) ? undefined : 'is no media type, as "text/plain" is'

const mediaTypeOf =
  (kind: string): Check =>
  (given) =>
    mediaType(given) ?? (String(given).toLowerCase().startsWith(`${kind}/`) ? undefined : `is not of ${kind}/…`)

const uri: Check = (given) =>
  typeof given === "string" && !/[\p{Cc}\p{Cs}]/u.test(given) && URL.canParse(given) ? undefined : "is no absolute URI"

const kinds = {
  text: { text },
  image: { mediaType: mediaTypeOf("image"), base64 },
  audio: { mediaType: mediaTypeOf("audio"), base64 },
  file: { mediaType, text: optional(text), base64: optional(base64), uri: optional(uri), name: optional(text) },
  link: { uri, mediaType: optional(mediaType), title: optional(text) }
} satisfies Record<string, Readonly<Record<string, Check>>>
