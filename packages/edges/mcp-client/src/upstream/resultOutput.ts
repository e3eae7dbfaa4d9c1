import type { CallToolResult, EmbeddedResource } from "@modelcontextprotocol/client"
import { type ContentBlock, type Json, type ToolOutput, toolOutput } from "@toolgate/core"
import type { Redaction } from "@toolgate/local-secrets/references"
import { blockText } from "@toolgate/providers"

/** The ways in which what a server says is handed on. */
export interface Said {
  readonly redaction: Redaction
  /** Returns the address under which a resource that the server names is found again. */
  readonly addressOf: (uri: string) => string
}

/**
 * Returns the output for a server's result. Its `_meta` is dropped, because nobody asked for it. A structured result of a failure
 * is dropped as well: the schema of the tool describes those of a success.
 */
export const resultOutput = (result: CallToolResult, promisesValue: boolean, said: Said): ToolOutput => {
  const { content = [], structuredContent, isError = false } = result
  const lacksValue = promisesValue && !isError && structuredContent === undefined
  return toolOutput({
    content: [
      ...(lacksValue ? [{ type: "text" as const, text: noValue }] : []),
      ...content.map((block) => blockOf(block, said))
    ],
    ...(structuredContent === undefined || isError ? {} : { value: said.redaction.value(structuredContent as Json) }),
    success: !isError && !lacksValue
  })
}

const noValue = "The server's answer lacks the structured result that the tool promises."

/** Returns a block of a tool's output for a server's. */
export const blockOf = (block: CallToolResult["content"][number], { redaction, addressOf }: Said): ContentBlock => {
  const read = readBlock(block)
  if (!("uri" in read) || read.uri === undefined) return redaction.value(read)
  const uri = addressOf(read.uri)
  // An address under which clients find a resource again is the gate's.
  if (uri !== read.uri || isFollowable(uri)) return redaction.value({ ...read, uri })
  if (read.type === "link") return redaction.value({ type: "text", text: blockText(read) })
  if (isName(uri)) return redaction.value(read)
  const { uri: _, ...unnamed } = read
  return redaction.value(unnamed)
}

/**
 * Whether a client may show an address of a server's as a link. Any program of the user's machine may answer to another scheme, and do
 * as a link says when it is followed: `vscode:mcp/install` installs a server.
 */
const isFollowable = (uri: string): boolean => /^(?:https?|mailto):[^\s\p{C}]+$/iu.test(uri) && URL.canParse(uri)

/** Whether an address may name what a server has embedded. */
const isName = (uri: string): boolean => URL.canParse(uri) && !/\p{C}/u.test(uri) && !holdsContent(uri)

/** Whether an address holds what runs or is shown, and names nothing. Browsers pass over blanks and controls in its beginning. */
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

/** Returns the file of an embedded resource. A resource without a media type is what its contents are. */
const fileOf = (resource: EmbeddedResource["resource"]): ContentBlock => {
  const { uri, mimeType } = resource
  return "text" in resource
    ? { type: "file", mediaType: mimeType ?? "text/plain", uri, text: resource.text }
    : { type: "file", mediaType: mimeType ?? "application/octet-stream", uri, base64: resource.blob }
}
