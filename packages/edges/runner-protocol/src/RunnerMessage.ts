import { closed, FileTree, open } from "@toolgate/wire"
import Type from "typebox"

/** What a runner may write into an identifier. It is echoed, and nothing is read out of it. */
const identifier = { minLength: 1, maxLength: 256 }

const names = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1000 })

/** Asks for one call of a tool. Answered with exactly one `tool_response` of the same id; with a member that is not known, `invalid_args`. */
export const ToolCallMessage = closed({
  op: Type.Literal("tool_call"),
  /** Of the runner's choosing. Two calls in flight may not share it. */
  tool_call_id: Type.String(identifier),
  /** As a model wrote it. A name that no tool has, however long, is answered with `tool_not_found`. */
  tool: Type.String(),
  /** A JSON object. Whatever else stands here is answered with `invalid_args`. */
  args: Type.Optional(Type.Unknown()),
  /** The same for every attempt at the same effect; the call's id, where it is left out. */
  idempotency_key: Type.Optional(Type.String(identifier)),
  /** How long the runner waits for the answer, at most, in milliseconds. A call with no time left is answered as one out of time. */
  timeout_ms: Type.Optional(Type.Number({ minimum: 0 }))
})

/** Ends a call that is in flight. It is answered in any case; an id that is in flight no longer is passed over. */
export const ToolCancelMessage = open({
  op: Type.Literal("tool_cancel"),
  tool_call_id: Type.String(identifier)
})

/** The most that a child agent may do. What is left out it has from its parent; more than that, or what is not known, is refused. */
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

/** Starts another program as a child of this agent, confined at least as its parent. Answered with one `agent_started`. */
export const AgentStartMessage = closed({
  op: Type.Literal("agent_start"),
  /** Of the runner's choosing, for the messages about this child. */
  agent_id: Type.String(identifier),
  /** The name that policies know it by. */
  agent: Type.String(identifier),
  /** The program and its arguments. No shell reads them. */
  command: Type.Array(Type.String({ maxLength: 128 * 1024 }), { minItems: 1, maxItems: 1000 }),
  role: Type.Optional(Type.String(identifier)),
  task: Type.Optional(Type.String(identifier)),
  ceiling: Type.Optional(CeilingMessage)
})

/** Asks a child to end. An id that is running no longer is passed over. */
export const AgentStopMessage = open({
  op: Type.Literal("agent_stop"),
  agent_id: Type.String(identifier)
})

export type ToolCallMessage = Type.Static<typeof ToolCallMessage>
export type ToolCancelMessage = Type.Static<typeof ToolCancelMessage>
export type CeilingMessage = Type.Static<typeof CeilingMessage>
export type AgentStartMessage = Type.Static<typeof AgentStartMessage>
export type AgentStopMessage = Type.Static<typeof AgentStopMessage>

/** A request with a member that this version does not know, which could narrow it. It is answered, and nothing else is done. */
export interface RefusedRequest {
  readonly op: "refused"
  readonly request: ToolCallMessage | AgentStartMessage
  /** Which member, and what to do about it: sentences for the request's author. */
  readonly why: string
}

/** What a runner says. */
export type RunnerMessage = ToolCallMessage | ToolCancelMessage | AgentStartMessage | AgentStopMessage
