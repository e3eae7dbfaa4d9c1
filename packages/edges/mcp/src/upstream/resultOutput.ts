import type { CallToolResult, EmbeddedResource } from "@modelcontextprotocol/client"
import { type ContentBlock, type Json, ToolExecutionError, type ToolOutput, toolOutput } from "@toolgate/core"
import type { Redaction } from "./redactedBy.ts"

/**
 * Returns the output for a server's result. Its `_meta` is dropped, because nobody asked for it. A structured result of a failure
 * is dropped as well: the schema of the tool describes those of a success.
 */
export const resultOutput = (result: CallToolResult, promisesValue: boolean, redaction: Redaction): ToolOutput => {
  const { content = [], structuredContent, isError = false } = result
  if (promisesValue && !isError && structuredContent === undefined)
    throw new ToolExecutionError({ message: "The server's answer lacks the structured result that the tool promises." })
  return toolOutput({
    content: content.map(blockOf).map((block) => redaction.value(block)),
    ...(structuredContent === undefined || isError ? {} : { value: redaction.value(structuredContent as Json) }),
    success: !isError
  })
}

const blockOf = (block: CallToolResult["content"][number]): ContentBlock => {
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
