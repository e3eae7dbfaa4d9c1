import { type ContentBlock, isToolOutput, type Json, type Refused, refused, type ToolOutput } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import * as Predicate from "effect/Predicate"
import { cutText } from "./cutText.ts"

/**
 * Converts a tool's return value into an output: a string becomes text, other JSON a structured result, and `undefined`
 * an empty output.
 *
 * Text over the limit is cut, with a note that says how much is missing. A structured result over the limit is refused,
 * because half of it is not JSON; so are other content blocks. Their size is measured in characters, never more than
 * their bytes.
 */
export const convertOutput = (tool: string, returned: unknown, outputBytes: number): ToolOutput | Refused => {
  if (typeof returned === "string")
    return { content: [{ type: "text", text: cutText(returned, outputBytes) }], success: true, metadata: none }
  if (returned === undefined) return nothing
  if (isToolOutput(returned)) {
    const content = returned.content.map((block) => cutBlock(block, outputBytes))
    const copied = copyJson({ ...returned, content }, budget(outputBytes + smallPrint))
    return copied instanceof NotJson ? unfit(tool, copied, outputBytes) : checked(tool, copied as unknown as ToolOutput)
  }
  const copied = copyJson(returned, budget(outputBytes))
  return copied instanceof NotJson
    ? unfit(tool, copied, outputBytes)
    : { content: [], value: copied, success: true, metadata: none }
}

/** Whether text that a tool returned is missing from its output. */
export const wasCut = (returned: unknown, { content }: ToolOutput): boolean =>
  typeof returned === "string"
    ? textOf(content[0]) !== returned
    : isToolOutput(returned) && returned.content.some((block, at) => textOf(block) !== textOf(content[at]))

const textOf = (block: ToolOutput["content"][number] | undefined): string | undefined =>
  block?.type === "text" ? block.text : undefined

const none = Object.freeze({})

const nothing: ToolOutput = Object.freeze({ content: [], success: true, metadata: none })

const budget = (characters: number) => ({ depth: 128, nodes: 1_000_000, characters })

/** Characters allowed for the rest of an output whose text uses up the limit. */
const smallPrint = 64 * 1024

const cutBlock = (block: ContentBlock, outputBytes: number): ContentBlock =>
  block.type === "text" && typeof block.text === "string" ? { ...block, text: cutText(block.text, outputBytes) } : block

/** Returns the output if all its blocks are valid. A model provider refuses a conversation with an invalid block. */
const checked = (tool: string, output: ToolOutput): ToolOutput | Refused => {
  for (const [index, block] of output.content.entries()) {
    const fault = blockFault(block as unknown as Json)
    if (fault !== undefined)
      return refused("ToolFailed", `Tool "${tool}" returned a block, "/content/${index}", that ${fault}.`)
  }
  return output
}

const unfit = (tool: string, { pointer, reason, tooLarge }: NotJson, outputBytes: number): Refused => {
  if (tooLarge)
    return refused(
      "LimitExceeded",
      `Tool "${tool}" returned a result that ${reason}; its limit is ${outputBytes} bytes.`,
      {
        limit: "outputBytes"
      }
    )
  const where = pointer === "" ? "a result" : `a result whose value at "${pointer}"`
  return refused("ToolFailed", `Tool "${tool}" returned ${where} that JSON cannot represent: it ${reason}.`)
}

/**
 * Returns what is wrong with a content block, as the end of a sentence about the block, or `undefined`. Never quotes
 * the block.
 */
const blockFault = (block: Json): string | undefined => {
  if (!Predicate.isObject(block) || Array.isArray(block)) return "is not an object"
  const checks = Object.hasOwn(kinds, String(block.type)) ? kinds[block.type as keyof typeof kinds] : undefined
  if (checks === undefined) return 'has no known "type"'
  for (const [name, check] of Object.entries(checks)) {
    const fault = check((block as Readonly<Record<string, Json>>)[name])
    if (fault !== undefined) return `has a "${name}" that ${fault}`
  }
  if (block.type === "file" && "text" in block === "base64" in block) return 'needs either "text" or "base64"'
  return undefined
}

/** Checks one member. Returns the end of a sentence if the member is invalid. */
type Check = (given: Json | undefined) => string | undefined

const optional =
  (check: Check): Check =>
  (given) =>
    given === undefined ? undefined : check(given)

const text: Check = (given) => (typeof given === "string" ? undefined : "is not a string")

// No group is repeated: the text may have millions of characters.
const base64: Check = (given) =>
  typeof given === "string" && given.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(given)
    ? undefined
    : "is not Base64 (RFC 4648, with padding)"

const token = "[\\w!#$%&'*+.^`|~-]{1,127}"
const isMediaType = new RegExp(`^${token}/${token}(?: ?; ?${token}=(?:${token}|"[ !#-\\[\\]-~]{0,255}")){0,8}$`)

const mediaType: Check = (given) =>
  typeof given === "string" && isMediaType.test(given) ? undefined : 'is not a media type such as "text/plain"'

const mediaTypeOf =
  (kind: string): Check =>
  (given) =>
    mediaType(given) ?? (String(given).toLowerCase().startsWith(`${kind}/`) ? undefined : `is not of ${kind}/…`)

const uri: Check = (given) =>
  typeof given === "string" && !/[\p{Cc}\p{Cs}]/u.test(given) && URL.canParse(given)
    ? undefined
    : "is not an absolute URI"

const kinds = {
  text: { text },
  image: { mediaType: mediaTypeOf("image"), base64 },
  audio: { mediaType: mediaTypeOf("audio"), base64 },
  file: { mediaType, text: optional(text), base64: optional(base64), uri: optional(uri), name: optional(text) },
  link: { uri, mediaType: optional(mediaType), title: optional(text) }
} satisfies Record<string, Readonly<Record<string, Check>>>
