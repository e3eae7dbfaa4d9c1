import { type ToolExecution, type ToolOutput, textOf } from "@toolgate/core"
import type { ToolEnvelope } from "@toolgate/wire"

/**
 * Converts an answer to an envelope. `output` is what the model reads: the tool's text or, without text, its structured result. A deferred
 * call has the status "pending_approval"; resume it with `metadata.approval.id`.
 *
 * The output is not copied or cleaned. Use `toMachine` before the envelope leaves the process.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate } from "toolgate"
 * import { toEnvelope } from "toolgate/results"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [] })
 * const { ok, status, metadata } = toEnvelope(await gate.dispatch({ id: "1", tool: "deploy", args: {} }))
 * assert.deepEqual([ok, status, metadata.error?.class], [false, "error", "not_found"])
 * ```
 */
export const toEnvelope = (execution: ToolExecution): ToolEnvelope => {
  const { output, error, pending } = execution
  const status = pending !== undefined ? "pending_approval" : error === undefined ? "success" : "error"
  // An app's own sandbox may omit the metadata.
  const { filesModified, commandExecuted, metadata = {} } = output
  return {
    protocol_version: 1,
    ok: status === "success",
    status,
    output: resultOf(output),
    side_effects_declared: execution.effects ?? [],
    requires_approval: pending !== undefined,
    metadata: {
      call_id: execution.callId,
      tool_name: execution.toolName,
      executed: execution.executed,
      duration_ms: execution.durationMs,
      waited_ms: execution.waitedMs,
      ...(error === undefined ? {} : { error: errorIn(error) }),
      ...(pending === undefined ? {} : { approval: { id: pending.approvalId, expires_at: pending.expiresAt } }),
      ...(execution.replayed === true ? { replayed: true } : {}),
      ...(filesModified === undefined ? {} : { files_modified: filesModified }),
      ...(commandExecuted === undefined ? {} : { command_executed: commandExecuted }),
      ...(Object.keys(metadata).length === 0 ? {} : { tool_metadata: metadata }),
      ...besides(output)
    }
  }
}

const resultOf = ({ content, value = null }: ToolOutput): unknown => {
  if (content.length === 0) return value
  const texts = content.flatMap((block) => textOf(block) ?? [])
  return texts.length === 0 ? null : texts.join("\n")
}

/** Returns what the envelope's `output` lacks: the structured result beside a text, and non-text blocks. */
const besides = ({ content, value }: ToolOutput) => ({
  ...(content.length === 0 || value === undefined ? {} : { structured_content: value }),
  ...(content.length === 0 || (content.length === 1 && content[0]?.type === "text") ? {} : { content })
})

const errorIn = ({ class: errorClass, slug, message, details }: NonNullable<ToolExecution["error"]>) => ({
  class: errorClass,
  slug,
  message,
  details
})
