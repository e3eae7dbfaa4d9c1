import type { ContentBlock, Json, ToolExecution } from "@toolgate/core"
import {
  addTextToResult,
  type ContentBlockMessage,
  type ResponseMetadata,
  type ToolResponseMessage
} from "@toolgate/runner/protocol"

/**
 * Converts an answer into the message for a runner. Without spreads, because serializing an object made with a spread
 * takes twice as long.
 */
export const buildToolResponse = (execution: ToolExecution): ToolResponseMessage => {
  const { callId: tool_call_id, output, error } = execution
  const metadata = metadataOf(execution)
  if (error === undefined) {
    const result = resultOf(output.value)
    if (output.content.length === 0) return { op: "tool_response", tool_call_id, ok: true, result, metadata }
    const content = output.content.map(block)
    return { op: "tool_response", tool_call_id, ok: true, result: addTextToResult(result, content), content, metadata }
  }
  const { slug, message } = error
  if (execution.pending !== undefined) {
    const { approvalId: approval_id, expiresAt: expires_at } = execution.pending
    const pending = { approval_id, expires_at }
    return { op: "tool_response", tool_call_id, ok: false, error: slug, message, metadata, pending }
  }
  return output.content.length === 0
    ? { op: "tool_response", tool_call_id, ok: false, error: slug, message, metadata }
    : {
        op: "tool_response",
        tool_call_id,
        ok: false,
        error: slug,
        message,
        content: output.content.map(block),
        metadata
      }
}

const metadataOf = ({ durationMs, waitedMs, sandbox, executed }: ToolExecution): ResponseMetadata => {
  const [duration_ms, waited_ms] = [rounded(durationMs), rounded(waitedMs)]
  return sandbox === undefined ? { duration_ms, waited_ms, executed } : { duration_ms, waited_ms, sandbox, executed }
}

const block = (given: ContentBlock): ContentBlockMessage => {
  if (given.type === "text") return given
  const { mediaType: media_type, ...others } = given
  return (media_type === undefined ? others : { ...others, media_type }) as ContentBlockMessage
}

const resultOf = (value: Json | undefined): Record<string, unknown> => {
  if (value === undefined) return {}
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value }
}

// Returns whole milliseconds. A fraction would take longer to write and read than the rest of the metadata.
const rounded = (ms: number): number => Math.max(0, Math.round(ms))
