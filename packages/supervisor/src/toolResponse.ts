import type { ContentBlock, Json, ToolExecution } from "@toolgate/core"
import type { ContentBlockMessage, ToolResponseMessage } from "@toolgate/runner-protocol"

/** An answer as a runner is told of it. */
export const toolResponse = (execution: ToolExecution): ToolResponseMessage => {
  const { callId, output, error, durationMs, waitedMs, sandbox, executed } = execution
  const content = output.content.length === 0 ? {} : { content: output.content.map(block) }
  const metadata = {
    duration_ms: rounded(durationMs),
    waited_ms: rounded(waitedMs),
    ...(sandbox === undefined ? {} : { sandbox }),
    executed
  }
  return error === undefined
    ? { op: "tool_response", tool_call_id: callId, ok: true, result: resultOf(output.value), ...content, metadata }
    : {
        op: "tool_response",
        tool_call_id: callId,
        ok: false,
        error: error.slug,
        message: error.message,
        ...content,
        metadata
      }
}

const block = (given: ContentBlock): ContentBlockMessage =>
  given.type === "text" ? given : { type: "image", media_type: given.mediaType, base64: given.base64 }

const resultOf = (value: Json | undefined): Record<string, unknown> => {
  if (value === undefined) return {}
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value }
}

// Microseconds are as far as the clock can be believed, and many digits are many bytes.
const rounded = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000)
