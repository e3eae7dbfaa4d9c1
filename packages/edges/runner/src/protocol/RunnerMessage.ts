import { closed, FileTree, open } from "@toolgate/wire"
import Type from "typebox"

/** An identifier that a runner chooses. It is returned without being interpreted. */
const identifier = { minLength: 1, maxLength: 256 }

const names = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1000 })

/**
 * Requests a tool call. The answer is exactly one `tool_response` with the same id. A request with an unknown member is
 * answered with `invalid_args`.
 */
export const ToolCallMessage = closed({
  op: Type.Literal("tool_call"),
  /** The call's id, chosen by the runner. Open calls must have different ids. */
  tool_call_id: Type.String(identifier),
  /** The tool's name, as a model wrote it. An unknown name of any length is answered with `tool_not_found`. */
  tool: Type.String(),
  /** A JSON object. Other values are answered with `invalid_args`. */
  args: Type.Optional(Type.Unknown()),
  /** The key of the intended effect, which is the same for every attempt. Default: the call's id. */
  idempotency_key: Type.Optional(Type.String(identifier)),
  /** The runner waits this long for the answer, in milliseconds. Without remaining time, the answer is a timeout. */
  timeout_ms: Type.Optional(Type.Number({ minimum: 0 }))
})

/** Requests to end an open call, which is still answered. An unknown id is ignored. */
export const ToolCancelMessage = open({
  op: Type.Literal("tool_cancel"),
  tool_call_id: Type.String(identifier)
})

/**
 * The most that a child agent may do. Omitted members are inherited from the parent. A ceiling that exceeds the
 * parent's permissions, or has an unknown member, is refused.
 */
export const CeilingMessage = closed({
  tools: Type.Optional(names),
  files: Type.Optional(Type.Array(FileTree, { maxItems: 1000 })),
  hosts: Type.Optional(
    Type.Array(
      closed({
        host: Type.String({ minLength: 1, maxLength: 256 }),
        port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 }))
      }),
      { maxItems: 1000 }
    )
  ),
  read_only: Type.Optional(Type.Boolean()),
  no_web: Type.Optional(Type.Boolean())
})

/**
 * Requests to start another program as a child of this agent, confined at least as strictly as its parent. The answer
 * is one `agent_started`.
 */
export const AgentStartMessage = closed({
  op: Type.Literal("agent_start"),
  /** The child's id in messages, chosen by the runner. */
  agent_id: Type.String(identifier),
  /** The child's name in policies. */
  agent: Type.String(identifier),
  /** The program and its arguments, without a shell. */
  command: Type.Array(Type.String({ maxLength: 128 * 1024 }), { minItems: 1, maxItems: 1000 }),
  role: Type.Optional(Type.String(identifier)),
  task: Type.Optional(Type.String(identifier)),
  ceiling: Type.Optional(CeilingMessage)
})

/** Requests to end a child. The id of a child that has ended is ignored. */
export const AgentStopMessage = open({
  op: Type.Literal("agent_stop"),
  agent_id: Type.String(identifier)
})

/** The longest result of a runner, in characters. */
const resultCharacters = 1024 * 1024

/**
 * Reports the result of the runner's task to its starter. It counts only if the runner exits with status 0. A later
 * result replaces an earlier one. Since version 6.
 */
export const AgentResultMessage = open({
  op: Type.Literal("agent_result"),
  text: Type.String({ maxLength: resultCharacters })
})

export type ToolCallMessage = Type.Static<typeof ToolCallMessage>
export type ToolCancelMessage = Type.Static<typeof ToolCancelMessage>
export type CeilingMessage = Type.Static<typeof CeilingMessage>
export type AgentStartMessage = Type.Static<typeof AgentStartMessage>
export type AgentStopMessage = Type.Static<typeof AgentStopMessage>
export type AgentResultMessage = Type.Static<typeof AgentResultMessage>

/**
 * A request that has a duplicate member, or an unknown member that might restrict it. The request is answered, and has
 * no other effect.
 */
export interface RefusedRequest {
  readonly op: "refused"
  readonly request: ToolCallMessage | AgentStartMessage
  /** The problem with the member, in sentences for the request's author. */
  readonly why: string
}

/** A message of a runner. A supervisor refuses any other `op`. */
export type RunnerMessage =
  | ToolCallMessage
  | ToolCancelMessage
  | AgentStartMessage
  | AgentStopMessage
  | AgentResultMessage
