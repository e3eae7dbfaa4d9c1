import type { CallToolResult, EmbeddedResource } from "@modelcontextprotocol/client"
import { type ContentBlock, type Json, type ToolOutput, toolOutput } from "@toolgate/core"
import type { Redaction } from "@toolgate/local-secrets/references"
import { blockText } from "@toolgate/providers"

export interface OutputContext {
  readonly redaction: Redaction
  /** Returns the gate's address for a resource that the server names. */
  readonly addressOf: (uri: string) => string
}

/**
 * Converts a server's result to output. Drops `_meta`, and the structured part of a failed result, because the tool's
 * schema describes successful results only.
 */
export const toOutput = (result: CallToolResult, promisesValue: boolean, said: OutputContext): ToolOutput => {
  const { content = [], structuredContent, isError = false } = result
  const lacksValue = promisesValue && !isError && structuredContent === undefined
  return toolOutput({
    content: [
      ...(lacksValue ? [{ type: "text" as const, text: noValue }] : []),
      ...content.map((block) => toBlock(block, said))
    ],
    ...(structuredContent === undefined || isError ? {} : { value: said.redaction.value(structuredContent as Json) }),
    success: !isError && !lacksValue
  })
}

const noValue = "The server's answer lacks the structured result that the tool promises."

/** Converts a server's content block to an output block. */
export const toBlock = (
  block: CallToolResult["content"][number],
  { redaction, addressOf }: OutputContext
): ContentBlock => {
  const read = readBlock(block)
  if (!("uri" in read) || read.uri === undefined) return redaction.value(read)
  const uri = addressOf(read.uri)
  // Clients find the resource again at an address that is the gate's.
  if (uri !== read.uri || isFollowable(uri)) return redaction.value({ ...read, uri })
  if (read.type === "link") return redaction.value({ type: "text", text: blockText(read) })
  if (isName(uri)) return redaction.value(read)
  const { uri: _, ...unnamed } = read
  return redaction.value(unnamed)
}

/**
 * Whether a client may show a server's address as a link. Other schemes can trigger programs on the user's machine:
 * `vscode:mcp/install` installs a server.
 */
const isFollowable = (uri: string): boolean => /^(?:https?|mailto):[^\s\p{C}]+$/iu.test(uri) && URL.canParse(uri)

/** Whether an address may name an embedded resource. */
const isName = (uri: string): boolean => URL.canParse(uri) && !/\p{C}/u.test(uri) && !holdsContent(uri)

/**
 * Whether an address contains code or content instead of a name. Browsers ignore leading blanks and control characters.
 */
const holdsContent = (uri: string): boolean =>
  /^(?:javascript|vbscript|data|blob):/i.test(uri.slice(0, 256).replaceAll(/[\s\p{C}]+/gu, ""))

const readBlock = (block: CallToolResult["content"][number]): ContentBlock => {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text }
    case "image":
      return { type: "image", mediaType: block.mimeType, base64: block.data }
    case "audio":
      return { type: "audio", mediaType: block.mimeType, base64: block.data }
    case "resource_link":
      return {
        type: "link",
        uri: block.uri,
        ...(block.mimeType === undefined ? {} : { mediaType: block.mimeType }),
        title: block.title ?? block.name
      }
    case "resource":
      return fileOf(block.resource)
  }
}

/** Converts an embedded resource to a file block. Without a media type, the content decides between text and binary. */
const fileOf = (resource: EmbeddedResource["resource"]): ContentBlock => {
  const { uri, mimeType } = resource
  return "text" in resource
    ? { type: "file", mediaType: mimeType ?? "text/plain", uri, text: resource.text }
    : { type: "file", mediaType: mimeType ?? "application/octet-stream", uri, base64: resource.blob }
}
