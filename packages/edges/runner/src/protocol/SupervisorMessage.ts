import {
  allowLaterKind,
  ErrorSlug,
  Executed,
  OutputStream,
  open,
  SandboxName,
  SideEffectClass,
  TextBlock
} from "@toolgate/wire"
import Type from "typebox"

const milliseconds = Type.Number({ minimum: 0 })

/** Describes a tool to a runner. */
export const ToolDescription = open({
  name: Type.String(),
  description: Type.String(),
  /** The JSON Schema (2020-12) of the arguments. */
  parameters: Type.Unknown(),
  /** The highest class of effects of a call. */
  side_effects: SideEffectClass
})

/** An active skill: text for the runner's model, in addition to the runner's own. */
export const SkillMessage = open({
  name: Type.String(),
  version: Type.String(),
  description: Type.String(),
  /** The text for the model. */
  instructions: Type.String()
})

/** The supervisor's first message. */
export const HelloMessage = open({
  op: Type.Literal("hello"),
  version: Type.Integer({ minimum: 1 }),
  agent: Type.String(),
  session: Type.String(),
  /** The folder in which calls work. A confined runner may not see it. */
  workspace: Type.String(),
  /** The tools that the policy may allow this agent. */
  tools: Type.Array(ToolDescription),
  /** The active skills. The tools are already limited to theirs. Absent without skills. Since version 5. */
  skills: Type.Optional(Type.Array(SkillMessage)),
  /** The runner's task, as a text for its model. Absent if the command line says everything. Since version 6. */
  assignment: Type.Optional(Type.String()),
  /** The supervisor's limits: bytes of a frame, and open calls beyond which it stops reading. */
  max_frame_bytes: Type.Integer({ minimum: 1 }),
  max_calls_in_flight: Type.Integer({ minimum: 1 })
})

/**
 * The new list of tools, which replaces the previous one. Changes in quick succession are combined. An open call
 * continues with the tool that it began with.
 */
export const ToolsChangedMessage = open({
  op: Type.Literal("tools_changed"),
  /** The tools that the policy may allow this agent. */
  tools: Type.Array(ToolDescription)
})

const bytes = { media_type: Type.String(), base64: Type.String() }

const file = {
  type: Type.Literal("file"),
  media_type: Type.String(),
  uri: Type.Optional(Type.String()),
  name: Type.Optional(Type.String())
}

/** A block of a tool's output for a model. File contents are text or Base64. */
export const ContentBlockMessage = Type.Union([
  TextBlock,
  open({ type: Type.Literal("image"), ...bytes }),
  open({ type: Type.Literal("audio"), ...bytes }),
  open({ ...file, text: Type.String() }),
  open({ ...file, base64: Type.String() }),
  open({
    type: Type.Literal("link"),
    uri: Type.String(),
    media_type: Type.Optional(Type.String()),
    title: Type.Optional(Type.String())
  }),
  allowLaterKind("type", ["text", "image", "audio", "file", "link"])
])

/** Facts about a call, in addition to its result. */
export const ResponseMetadata = open({
  /** The rounded run time, or the time until the call was refused. */
  duration_ms: milliseconds,
  /** The time that the call waited for a person or a slot. */
  waited_ms: milliseconds,
  /** The call's sandbox. Absent if the call was refused before a sandbox was chosen. */
  sandbox: Type.Optional(SandboxName),
  /** "no" guarantees that the call had no effect. "unknown": the call may have had an effect. */
  executed: Executed
})

/** The approval that a deferred call waits for. */
export const PendingApprovalMessage = open({
  approval_id: Type.String(),
  /** The deadline for approving and resuming the call, in milliseconds since the epoch. */
  expires_at: Type.Number()
})

const answered = {
  op: Type.Literal("tool_response"),
  tool_call_id: Type.String(),
  /** The tool's output for a model, in order. Absent if the tool returns only its result. */
  content: Type.Optional(Type.Array(ContentBlockMessage)),
  metadata: Type.Optional(ResponseMetadata)
}

/** The answer to a `tool_call`. Answers are sent in the order in which calls end. */
export const ToolResponseMessage = Type.Union([
  open({
    ...answered,
    ok: Type.Literal(true),
    /**
     * The structured result. A result that is not an object is under `value`. Of a tool that returns only text, the
     * text is under `text`. Of a tool that returns nothing, the result is `{}`.
     */
    result: Type.Record(Type.String(), Type.Unknown())
  }),
  open({
    ...answered,
    ok: Type.Literal(false),
    error: ErrorSlug,
    message: Type.String(),
    /** Present for a deferred call, which runs when it is resumed. Since version 3. */
    pending: Type.Optional(PendingApprovalMessage)
  })
])

/** Streamed output of a running call. The answer is authoritative. */
export const ToolOutputDeltaMessage = open({
  op: Type.Literal("tool_output_delta"),
  tool_call_id: Type.String(),
  stream: OutputStream,
  text: Type.String(),
  /** True for the last piece, if the call exceeds its output limit. */
  cut: Type.Boolean()
})

/**
 * Reports that a person is asked about a call. The call is answered after the decision, at `expires_at` at the latest.
 */
export const ApprovalPendingMessage = open({
  op: Type.Literal("approval_pending"),
  tool_call_id: Type.String(),
  approval_id: Type.String(),
  why: Type.String(),
  /** Milliseconds since the epoch. */
  expires_at: Type.Number()
})

/** Asks the runner to end within `grace_ms`. */
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

/** Reports that a child has ended. */
export const AgentEndedMessage = open({
  op: Type.Literal("agent_ended"),
  agent_id: Type.String(),
  /** Whether the child exited with status 0. */
  ok: Type.Boolean(),
  /** A sentence about the child's end. */
  message: Type.String(),
  /** The child's reported result, if there is one. Since version 6. */
  result: Type.Optional(Type.String())
})

/** The last message. The runner has sent an invalid frame, and is ended for it. */
export const ProtocolErrorMessage = open({
  op: Type.Literal("protocol_error"),
  /** The number of the runner's frame, starting at 1. */
  frame: Type.Integer({ minimum: 1 }),
  message: Type.String()
})

export type ToolDescription = Type.Static<typeof ToolDescription>
export type SkillMessage = Type.Static<typeof SkillMessage>
export type HelloMessage = Type.Static<typeof HelloMessage>
export type ToolsChangedMessage = Type.Static<typeof ToolsChangedMessage>
export type ContentBlockMessage = Type.Static<typeof ContentBlockMessage>
export type ResponseMetadata = Type.Static<typeof ResponseMetadata>
/** The short name of an error. */
export type ErrorSlugMessage = Type.Static<typeof ErrorSlug>
export type PendingApprovalMessage = Type.Static<typeof PendingApprovalMessage>
export type ToolResponseMessage = Type.Static<typeof ToolResponseMessage>
export type ToolOutputDeltaMessage = Type.Static<typeof ToolOutputDeltaMessage>
export type ApprovalPendingMessage = Type.Static<typeof ApprovalPendingMessage>
export type ShutdownMessage = Type.Static<typeof ShutdownMessage>
export type AgentStartedMessage = Type.Static<typeof AgentStartedMessage>
export type AgentEndedMessage = Type.Static<typeof AgentEndedMessage>
export type ProtocolErrorMessage = Type.Static<typeof ProtocolErrorMessage>

/** A message of a supervisor. A runner ignores an unknown `op` and unknown fields. */
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
