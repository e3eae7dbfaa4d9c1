import type { CallToolResult, EmbeddedResource } from "@modelcontextprotocol/client"
import { type ContentBlock, type Json, ToolExecutionError, type ToolOutput, toolOutput } from "@toolgate/core"
import type { Redaction } from "@toolgate/references"

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
  if (promisesValue && !isError && structuredContent === undefined)
    throw new ToolExecutionError({ message: "The server's answer lacks the structured result that the tool promises." })
  return toolOutput({
    content: content.map((block) => blockOf(block, said)),
    ...(structuredContent === undefined || isError ? {} : { value: said.redaction.value(structuredContent as Json) }),
    success: !isError
  })
}

/** Returns a block of a tool's output for a server's. */
export const blockOf = (block: CallToolResult["content"][number], { redaction, addressOf }: Said): ContentBlock => {
  const read = readBlock(block)
  return redaction.value("uri" in read && read.uri !== undefined ? { ...read, uri: addressOf(read.uri) } : read)
}

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
