import type { CallToolResult } from "@modelcontextprotocol/server"
import type { ContentBlock, Json, ToolExecution } from "@toolgate/core"

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
  if (error !== undefined) blocks.push(textBlock(error.message))
  if (pending !== undefined) blocks.push(textBlock(howToDecide(pending.approvalId)))
  return {
    content: blocks,
    ...(success && value !== undefined && (isModern || isObject(value)) ? { structuredContent: value as never } : {}),
    ...(success ? {} : { isError: true }),
    _meta: {
      "toolgate/executed": executed,
      ...(error === undefined ? {} : { "toolgate/error": error.class }),
      ...(pending === undefined ? {} : { "toolgate/pending": { ...pending } })
    }
  }
}

type McpBlock = CallToolResult["content"][number]

const mcpBlock = (block: ContentBlock): McpBlock =>
  block.type === "text" ? textBlock(block.text) : { type: "image", data: block.base64, mimeType: block.mediaType }

const textBlock = (text: string): McpBlock => ({ type: "text", text })

const asText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

const isObject = (value: Json): boolean => typeof value === "object" && value !== null && !Array.isArray(value)
