import type { CallToolResult } from "@modelcontextprotocol/server"
import { type Json, makeWellFormed, type ToolExecution } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import { blockText, commonMedia, convertMedia, normalizeBase64 } from "@toolgate/providers"

/**
 * Builds the tool result for a call. A refusal is a result too, never a protocol error. `_meta` has the facts for
 * programs: whether the tool ran, why it did not, and the pending approval.
 */
export const callResult = (
  { success, output, error, executed, pending }: ToolExecution,
  { isModern, howToDecide }: { readonly isModern: boolean; readonly howToDecide: (approvalId: string) => string }
): CallToolResult => {
  const { content, value } = output
  const blocks = content.map(toMcpBlock)
  if (value !== undefined && blocks.length === 0) blocks.push(textBlock(asText(value)))
  // A failing tool's output usually contains the error's words already.
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

/** Returns the facts for programs: whether the tool ran, why it did not, and the pending approval. */
export const callFacts = ({ executed, error, pending }: CallEnd) => ({
  "toolgate/executed": executed,
  ...(error === undefined ? {} : { "toolgate/error": error.class }),
  ...(pending === undefined ? {} : { "toolgate/pending": { ...pending } })
})

type CallEnd = Pick<ToolExecution, "executed" | "error"> & { readonly pending?: ToolExecution["pending"] | undefined }

type McpBlock = CallToolResult["content"][number]

/** The possible members of an output block. */
interface BlockMembers {
  readonly type: string
  readonly text?: string | undefined
  readonly base64?: string | undefined
  readonly mediaType?: string | undefined
  readonly uri?: string | undefined
  readonly name?: string | undefined
  readonly title?: string | undefined
}

/** Converts an output block to a protocol block. A block that clients cannot show becomes a text that names it. */
export const toMcpBlock = (block: BlockMembers): McpBlock => {
  const { type, text, base64, mediaType, uri, name, title } = block
  const mimeType = mediaType === undefined ? {} : { mimeType: mediaType }
  if (type === "text" && text !== undefined) return textBlock(text)
  if (type === "image" && base64 !== undefined && mediaType !== undefined) {
    const shown = convertMedia({ type, base64, mediaType }, clientMedia)
    return typeof shown === "string"
      ? textBlock(blockText({ type, base64, mediaType }, shown))
      : { type, data: shown.base64, mimeType: shown.mediaType }
  }
  if (type === "audio" && base64 !== undefined && mediaType !== undefined)
    return { type, data: normalizeBase64(base64), mimeType: mediaType }
  if (type === "link" && uri !== undefined)
    return { type: "resource_link", uri, name: title ?? uri, ...mimeType, ...(title === undefined ? {} : { title }) }
  // The protocol requires an address, even for a resource that cannot be read.
  const resource = { uri: uri ?? `toolgate:${encodeURIComponent(name ?? "file")}`, ...mimeType }
  if (type === "file" && text !== undefined) return { type: "resource", resource: { ...resource, text } }
  if (type === "file" && base64 !== undefined)
    return { type: "resource", resource: { ...resource, blob: normalizeBase64(base64) } }
  return textBlock(`[A block of the type ${JSON.stringify(type)} is left out.]`)
}

// Clients pass images to their models and scale them as the provider needs.
const clientMedia = { ...commonMedia, characters: Number.POSITIVE_INFINITY, side: Number.POSITIVE_INFINITY }

const textBlock = (text: string): McpBlock => ({ type: "text", text })

const asText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(makeWellFormed(value)))
