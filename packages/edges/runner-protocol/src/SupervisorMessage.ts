import {
  ErrorSlug,
  Executed,
  laterKind,
  OutputStream,
  open,
  SandboxName,
  SideEffectClass,
  TextBlock
} from "@toolgate/wire"
import Type from "typebox"

const milliseconds = Type.Number({ minimum: 0 })

/** A tool, as its runner is told of it. */
export const ToolDescription = open({
  name: Type.String(),
  description: Type.String(),
  /** JSON Schema of the arguments, 2020-12. */
  parameters: Type.Unknown(),
  /** What a call is able to do, at the most. */
  side_effects: SideEffectClass
})

/** The first message of all. */
export const HelloMessage = open({
  op: Type.Literal("hello"),
  version: Type.Integer({ minimum: 1 }),
  agent: Type.String(),
  session: Type.String(),
  /** The folder that calls work in. A confined runner need not be able to see it. */
  workspace: Type.String(),
  /** Those that this agent may ever be allowed to call. */
  tools: Type.Array(ToolDescription),
  /** What the supervisor takes: bytes of a frame, and calls at once before it reads no further. */
  max_frame_bytes: Type.Integer({ minimum: 1 }),
  max_calls_in_flight: Type.Integer({ minimum: 1 })
})

/**
 * The tools have changed: the whole list, in the place of the one before. Changes that come close together are one message. A call
 * in flight finishes on the tool that it began with.
 */
export const ToolsChangedMessage = open({
  op: Type.Literal("tools_changed"),
  /** Those that this agent may ever be allowed to call. */
  tools: Type.Array(ToolDescription)
})

/** A piece of what a tool says to a model. */
export const ContentBlockMessage = Type.Union([
  TextBlock,
  open({ type: Type.Literal("image"), media_type: Type.String(), base64: Type.String() }),
  laterKind("type", ["text", "image"])
])

/** How a call went, beside its result. */
export const ResponseMetadata = open({
  /** Of the run, or until it was refused; rounded. */
  duration_ms: milliseconds,
  /** Before that, for a person or for a place. */
  waited_ms: milliseconds,
  /** Absent for a call that was refused before one was chosen. */
  sandbox: Type.Optional(SandboxName),
  /** "no" promises that nothing happened; "unknown": it may have taken effect, and nobody knows. */
  executed: Executed
})

const answered = {
  op: Type.Literal("tool_response"),
  tool_call_id: Type.String(),
  /** What the tool says to a model, in order; left out where it says nothing beside its result. */
  content: Type.Optional(Type.Array(ContentBlockMessage)),
  metadata: Type.Optional(ResponseMetadata)
}

/** The answer to a `tool_call`. Answers come in the order in which calls end. */
export const ToolResponseMessage = Type.Union([
  open({
    ...answered,
    ok: Type.Literal(true),
    /**
     * The structured result; one that is no object stands under `value`. Of a tool that only says something it is the text, under
     * `text`, and of one that says nothing `{}`.
     */
    result: Type.Record(Type.String(), Type.Unknown())
  }),
  open({ ...answered, ok: Type.Literal(false), error: ErrorSlug, message: Type.String() })
])

/** What a running call prints, as it comes. It tells and does not prove: the answer holds what counts. */
export const ToolOutputDeltaMessage = open({
  op: Type.Literal("tool_output_delta"),
  tool_call_id: Type.String(),
  stream: OutputStream,
  text: Type.String(),
  /** True for the last one of a call that prints more than its output may hold. */
  cut: Type.Boolean()
})

/** A person is being asked about a call. Its answer takes as long as they do, `expires_at` at the latest. */
export const ApprovalPendingMessage = open({
  op: Type.Literal("approval_pending"),
  tool_call_id: Type.String(),
  approval_id: Type.String(),
  why: Type.String(),
  /** Milliseconds since the epoch. */
  expires_at: Type.Number()
})

/** The runner is to end: it has `grace_ms` to do so by itself. */
export const ShutdownMessage = open({
  op: Type.Literal("shutdown"),
  reason: Type.String(),
  grace_ms: milliseconds
})

/** The answer to an `agent_start`. */
export const AgentStartedMessage = Type.Union([
  open({ op: Type.Literal("agent_started"), agent_id: Type.String(), ok: Type.Literal(true) }),
  open({
    op: Type.Literal("agent_started"),
    agent_id: Type.String(),
    ok: Type.Literal(false),
    error: ErrorSlug,
    message: Type.String()
  })
])

/** A child that was started has ended. */
export const AgentEndedMessage = open({
  op: Type.Literal("agent_ended"),
  agent_id: Type.String(),
  /** True if it ended by itself with the status 0. */
  ok: Type.Boolean(),
  /** How it ended, in a sentence. */
  message: Type.String()
})

/** The last message: the runner sent what is none, and is ended for it. */
export const ProtocolErrorMessage = open({
  op: Type.Literal("protocol_error"),
  /** Which frame of the runner's, counted from 1. */
  frame: Type.Integer({ minimum: 1 }),
  message: Type.String()
})

export type ToolDescription = Type.Static<typeof ToolDescription>
export type HelloMessage = Type.Static<typeof HelloMessage>
export type ToolsChangedMessage = Type.Static<typeof ToolsChangedMessage>
export type ContentBlockMessage = Type.Static<typeof ContentBlockMessage>
export type ResponseMetadata = Type.Static<typeof ResponseMetadata>
export type ErrorSlugMessage = Type.Static<typeof ErrorSlug>
export type ToolResponseMessage = Type.Static<typeof ToolResponseMessage>
export type ToolOutputDeltaMessage = Type.Static<typeof ToolOutputDeltaMessage>
export type ApprovalPendingMessage = Type.Static<typeof ApprovalPendingMessage>
export type ShutdownMessage = Type.Static<typeof ShutdownMessage>
export type AgentStartedMessage = Type.Static<typeof AgentStartedMessage>
export type AgentEndedMessage = Type.Static<typeof AgentEndedMessage>
export type ProtocolErrorMessage = Type.Static<typeof ProtocolErrorMessage>

/** What a supervisor says. A runner passes over an `op` and a field that it does not know. */
export type SupervisorMessage =
  | HelloMessage
  | ToolsChangedMessage
  | ToolResponseMessage
  | ToolOutputDeltaMessage
  | ApprovalPendingMessage
  | ShutdownMessage
  | AgentStartedMessage
  | AgentEndedMessage
  | ProtocolErrorMessage
