import type { CallToolResult } from "@modelcontextprotocol/server"
import { type Json, makeWellFormed, type ToolExecution } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import { blockText, commonMedia, plainBase64, shownMedia } from "@toolgate/providers"

/**
 * Returns the answer to a call as a result for the model. A refusal is a result as well, and never a protocol error. What programs
 * need to know is in `_meta`: whether anything ran, why not, and the approval that the call waits for.
 */
export const callResult = (
  { success, output, error, executed, pending }: ToolExecution,
  { isModern, howToDecide }: { readonly isModern: boolean; readonly howToDecide: (approvalId: string) => string }
): CallToolResult => {
  const { content, value } = output
  const blocks = content.map(mcpBlock)
  if (value !== undefined && blocks.length === 0) blocks.push(textBlock(asText(value)))
  // A tool that fails says so in its output, and the error repeats its words.
  const isSaid = content.some((block) => block.type === "text" && block.text === error?.message)
  if (error !== undefined && !isSaid) blocks.push(textBlock(error.message))
  if (pending !== undefined) blocks.push(textBlock(howToDecide(pending.approvalId)))
  return {
    content: blocks,
    ...(success && value !== undefined && (isModern || isJsonObject(value))
      ? { structuredContent: value as never }
      : {}),
    ...(success ? {} : { isError: true }),
    _meta: callFacts({ executed, error, pending })
  }
}

/** Returns what programs need to know of a call: whether anything ran, why not, and the approval that the call waits for. */
export const callFacts = ({ executed, error, pending }: CallEnd) => ({
  "toolgate/executed": executed,
  ...(error === undefined ? {} : { "toolgate/error": error.class }),
  ...(pending === undefined ? {} : { "toolgate/pending": { ...pending } })
})

type CallEnd = Pick<ToolExecution, "executed" | "error"> & { readonly pending?: ToolExecution["pending"] | undefined }

type McpBlock = CallToolResult["content"][number]

/** The members that a block of a tool's output may have. */
interface BlockMembers {
  readonly type: string
  readonly text?: string | undefined
  readonly base64?: string | undefined
  readonly mediaType?: string | undefined
  readonly uri?: string | undefined
  readonly name?: string | undefined
  readonly title?: string | undefined
}

/** Returns a block in the words of the protocol. A block that a client could not show is named in a text. */
export const mcpBlock = (block: BlockMembers): McpBlock => {
  const { type, text, base64, mediaType, uri, name, title } = block
  const mimeType = mediaType === undefined ? {} : { mimeType: mediaType }
  if (type === "text" && text !== undefined) return textBlock(text)
  if (type === "image" && base64 !== undefined && mediaType !== undefined) {
    const shown = shownMedia({ type, base64, mediaType }, clientMedia)
    return typeof shown === "string"
      ? textBlock(blockText({ type, base64, mediaType }, shown))
      : { type, data: shown.base64, mimeType: shown.mediaType }
  }
  if (type === "audio" && base64 !== undefined && mediaType !== undefined)
    return { type, data: plainBase64(base64), mimeType: mediaType }
  if (type === "link" && uri !== undefined)
    return { type: "resource_link", uri, name: title ?? uri, ...mimeType, ...(title === undefined ? {} : { title }) }
  // The protocol wants an address also where nothing can be found again.
  const resource = { uri: uri ?? `toolgate:${encodeURIComponent(name ?? "file")}`, ...mimeType }
  if (type === "file" && text !== undefined) return { type: "resource", resource: { ...resource, text } }
  if (type === "file" && base64 !== undefined)
    return { type: "resource", resource: { ...resource, blob: plainBase64(base64) } }
  return textBlock(`[A block of the type ${JSON.stringify(type)} is left out.]`)
}

// A client hands images on to its model. Each scales them as its provider wants.
const clientMedia = { ...commonMedia, characters: Number.POSITIVE_INFINITY, side: Number.POSITIVE_INFINITY }

const textBlock = (text: string): McpBlock => ({ type: "text", text })

const asText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(makeWellFormed(value)))
