import type { CallToolResult } from "@modelcontextprotocol/client"
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
      return text(`[audio, ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`)
    case "resource_link":
      return text(`[resource ${block.uri}${block.mimeType === undefined ? "" : `, ${block.mimeType}`}]`)
    case "resource":
      return text("text" in block.resource ? block.resource.text : `[resource ${block.resource.uri}]`)
  }
}

const text = (text: string): ContentBlock => ({ type: "text", text })
