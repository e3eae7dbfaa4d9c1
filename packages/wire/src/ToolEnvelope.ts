import Type from "typebox"
import { allowLaterWord, allowNull, type Form, open } from "./Form.ts"
import { CallError, ContentBlock, JsonObject, times } from "./ToolExecution.ts"
import { Executed, SideEffect } from "./words.ts"

/**
 * The answer to a call in an envelope, for programs that use `ok` and `status`. Anything without a member here is in
 * `metadata`.
 *
 * ```ts
 * import type { ToolEnvelope } from "toolgate/results"
 *
 * export const waitsFor = ({ status, metadata }: ToolEnvelope) =>
 *   status === "pending_approval" ? metadata.approval?.id : undefined
 * ```
 */
export const ToolEnvelope = open({
  protocol_version: Type.Literal(1),
  /** True exactly if `status` is "success". */
  ok: Type.Boolean(),
  /** "pending_approval": the call did not run and can be resumed after approval. */
  status: allowLaterWord(["success", "error", "pending_approval"]),
  /** The text for the model, else the structured result, else null. */
  output: Type.Unknown(),
  side_effects_declared: Type.Array(SideEffect),
  /** True exactly if `status` is "pending_approval". */
  requires_approval: Type.Boolean(),
  metadata: open({
    call_id: Type.String(),
    tool_name: Type.String(),
    executed: Executed,
    duration_ms: times.durationMs,
    waited_ms: times.waitedMs,
    /** The reason why the call did not succeed. */
    error: Type.Optional(CallError),
    /** The approval that the call waits for. `expires_at` is in milliseconds since the epoch. */
    approval: Type.Optional(open({ id: Type.String(), expires_at: Type.Number() })),
    /** True if this answer repeats that of an earlier call with the same idempotency key. */
    replayed: Type.Optional(Type.Boolean()),
    files_modified: Type.Optional(Type.Array(Type.String())),
    command_executed: Type.Optional(Type.String()),
    /** Details from the tool, for programs. */
    tool_metadata: Type.Optional(JsonObject),
    /** The structured result, if there is also a text. Any JSON value. */
    structured_content: Type.Optional(Type.Unknown()),
    /** The blocks for the model, unless they are a single text. */
    content: Type.Optional(Type.Array(ContentBlock)),
    /** True if the content was truncated. */
    shortened: Type.Optional(Type.Boolean())
  })
})

export type ToolEnvelope = Form<typeof ToolEnvelope>

/**
 * The answer to a call as blocks for a model, with the structured result beside them.
 *
 * ```ts
 * import type { ToolExecutionResult } from "toolgate/results"
 *
 * export const textOf = ({ content }: ToolExecutionResult) =>
 *   content.map((block) => (block.type === "text" ? block.text : "[an image]")).join("\n")
 * ```
 */
export const ToolExecutionResult = open({
  content: Type.Array(ContentBlock),
  is_error: Type.Boolean(),
  /** The structured result, if it is an object. */
  structured_content: allowNull(JsonObject)
})

export type ToolExecutionResult = Form<typeof ToolExecutionResult>
