import { closed, FileTree, open } from "@toolgate/wire"
import Type from "typebox"

/** The bounds of an identifier that a runner chooses. It is echoed, and nothing is read from it. */
const identifier = { minLength: 1, maxLength: 256 }

const names = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1000 })

/**
 * A request for one call of a tool. It is answered with exactly one `tool_response` of the same id. A request with an
 * unknown member is answered with `invalid_args`.
 */
export const ToolCallMessage = closed({
  op: Type.Literal("tool_call"),
  /** The id of the call, chosen by the runner. Two calls in flight may not share an id. */
  tool_call_id: Type.String(identifier),
  /**
   * The name of the tool, as a model wrote it. A name that no tool has, however long, is answered with
   * `tool_not_found`.
   */
  tool: Type.String(),
  /** A JSON object. Any other value is answered with `invalid_args`. */
  args: Type.Optional(Type.Unknown()),
  /** The key that is the same for every attempt at the same effect. The id of the call by default. */
  idempotency_key: Type.Optional(Type.String(identifier)),
  /**
   * The time for which the runner waits for the answer, in milliseconds. A call with no time left is answered as a call
   * that is out of time.
   */
  timeout_ms: Type.Optional(Type.Number({ minimum: 0 }))
})

/**
 * A request to end a call that is in flight. The call is answered in any case. An id that is not in flight any more is
 * ignored.
 */
export const ToolCancelMessage = open({
  op: Type.Literal("tool_cancel"),
  tool_call_id: Type.String(identifier)
})

/**
 * The most that a child agent may do. The child inherits from its parent what is left out. A ceiling that asks for more
 * than the parent has, or has an unknown member, is refused.
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
 * A request to start another program as a child of this agent, confined at least as its parent. It is answered with one
 * `agent_started`.
 */
export const AgentStartMessage = closed({
  op: Type.Literal("agent_start"),
  /** The id of the child, chosen by the runner for the messages about the child. */
  agent_id: Type.String(identifier),
  /** The name by which policies know the child. */
  agent: Type.String(identifier),
  /** The program and its arguments. No shell reads them. */
  command: Type.Array(Type.String({ maxLength: 128 * 1024 }), { minItems: 1, maxItems: 1000 }),
  role: Type.Optional(Type.String(identifier)),
  task: Type.Optional(Type.String(identifier)),
  ceiling: Type.Optional(CeilingMessage)
})

/** A request to end a child. An id that is not running any more is ignored. */
export const AgentStopMessage = open({
  op: Type.Literal("agent_stop"),
  agent_id: Type.String(identifier)
})

/** The most characters of a result that a runner reports. */
const resultCharacters = 1024 * 1024

/**
 * The result of the work that this runner was started for, for whoever started it. It counts once the runner has ended by itself with
 * status 0. A later result replaces the one before. Since version 6.
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
 * A request that gives a member twice, or has a member that this version does not know and that could narrow it. The request is
 * answered, and nothing else is done.
 */
export interface RefusedRequest {
  readonly op: "refused"
  readonly request: ToolCallMessage | AgentStartMessage
  /** The faults of the member, in sentences for the author of the request. */
  readonly why: string
}

/** A message of a runner. */
export type RunnerMessage =
  | ToolCallMessage
  | ToolCancelMessage
  | AgentStartMessage
  | AgentStopMessage
  | AgentResultMessage
