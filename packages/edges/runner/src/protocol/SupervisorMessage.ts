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

/** The description of a tool for a runner. */
export const ToolDescription = open({
  name: Type.String(),
  description: Type.String(),
  /** The JSON Schema (2020-12) of the arguments. */
  parameters: Type.Unknown(),
  /** The class of what a call is able to do at most. */
  side_effects: SideEffectClass
})

/** A skill that is active for a runner: what its model is told, beside what the runner says itself. */
export const SkillMessage = open({
  name: Type.String(),
  version: Type.String(),
  description: Type.String(),
  /** The text for the model. */
  instructions: Type.String()
})

/** The first message of a supervisor. */
export const HelloMessage = open({
  op: Type.Literal("hello"),
  version: Type.Integer({ minimum: 1 }),
  agent: Type.String(),
  session: Type.String(),
  /** The folder in which calls work. A confined runner may not be able to see it. */
  workspace: Type.String(),
  /** The tools that this agent may ever be allowed to call. */
  tools: Type.Array(ToolDescription),
  /** The skills that are active. The tools are already restricted to theirs. Absent if there are none. Since version 5. */
  skills: Type.Optional(Type.Array(SkillMessage)),
  /** The work that the runner was started for, as a text for its model. Absent if its command says everything. Since version 6. */
  assignment: Type.Optional(Type.String()),
  /**
   * The bounds of the supervisor: the bytes of a frame, and the calls at the same time beyond which it reads no
   * further.
   */
  max_frame_bytes: Type.Integer({ minimum: 1 }),
  max_calls_in_flight: Type.Integer({ minimum: 1 })
})

/**
 * The list of tools after a change. It replaces the whole list before it. Changes that come close together are one
 * message. A call in flight finishes on the tool that it began with.
 */
export const ToolsChangedMessage = open({
  op: Type.Literal("tools_changed"),
  /** The tools that this agent may ever be allowed to call. */
  tools: Type.Array(ToolDescription)
})

const bytes = { media_type: Type.String(), base64: Type.String() }

const file = {
  type: Type.Literal("file"),
  media_type: Type.String(),
  uri: Type.Optional(Type.String()),
  name: Type.Optional(Type.String())
}

/** A piece of a tool's output for a model. The contents of a file are text or Base64. */
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
  laterKind("type", ["text", "image", "audio", "file", "link"])
])

/** The facts about a call that stand beside its result. */
export const ResponseMetadata = open({
  /** The rounded time of the run, or the time until the call was refused. */
  duration_ms: milliseconds,
  /** The time that the call waited before, for a person or for a slot. */
  waited_ms: milliseconds,
  /** The sandbox of the call. Absent if the call was refused before a sandbox was chosen. */
  sandbox: Type.Optional(SandboxName),
  /** "no" promises that nothing happened. "unknown": the call may have taken effect, and nobody knows. */
  executed: Executed
})

/** The approval that a deferred call waits for. */
export const PendingApprovalMessage = open({
  approval_id: Type.String(),
  /** The time until which the call can be approved and resumed, in milliseconds since the epoch. */
  expires_at: Type.Number()
})

const answered = {
  op: Type.Literal("tool_response"),
  tool_call_id: Type.String(),
  /** The output of the tool for a model, in order. Left out if the tool has no output beside its result. */
  content: Type.Optional(Type.Array(ContentBlockMessage)),
  metadata: Type.Optional(ResponseMetadata)
}

/** The answer to a `tool_call`. Answers come in the order in which calls end. */
export const ToolResponseMessage = Type.Union([
  open({
    ...answered,
    ok: Type.Literal(true),
    /**
     * The structured result. A result that is not an object stands under `value`. If a tool only returns text, the
     * result has that text under `text`. If a tool returns nothing, the result is `{}`.
     */
    result: Type.Record(Type.String(), Type.Unknown())
  }),
  open({
    ...answered,
    ok: Type.Literal(false),
    error: ErrorSlug,
    message: Type.String(),
    /** Only of a call that was deferred. The call did not run, and runs when somebody resumes it. Since version 3. */
    pending: Type.Optional(PendingApprovalMessage)
  })
])

/** A piece of what a running call prints, as it comes. The answer is what counts. */
export const ToolOutputDeltaMessage = open({
  op: Type.Literal("tool_output_delta"),
  tool_call_id: Type.String(),
  stream: OutputStream,
  text: Type.String(),
  /** True for the last piece of a call that prints more than its output may hold. */
  cut: Type.Boolean()
})

/**
 * The notice that a person is asked about a call. The call is answered when the person has decided, at `expires_at` at
 * the latest.
 */
export const ApprovalPendingMessage = open({
  op: Type.Literal("approval_pending"),
  tool_call_id: Type.String(),
  approval_id: Type.String(),
  why: Type.String(),
  /** Milliseconds since the epoch. */
  expires_at: Type.Number()
})

/** The request to end. The runner has `grace_ms` to end by itself. */
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

/** The notice that a child has ended. */
export const AgentEndedMessage = open({
  op: Type.Literal("agent_ended"),
  agent_id: Type.String(),
  /** True if the child ended by itself with status 0. */
  ok: Type.Boolean(),
  /** The end of the child in a sentence. */
  message: Type.String(),
  /** The result that the child has reported. Absent if it has reported none. Since version 6. */
  result: Type.Optional(Type.String())
})

/** The last message. The runner sent something that is no message of the protocol, and is ended for it. */
export const ProtocolErrorMessage = open({
  op: Type.Literal("protocol_error"),
  /** The number of the runner's frame, counted from 1. */
  frame: Type.Integer({ minimum: 1 }),
  message: Type.String()
})

export type ToolDescription = Type.Static<typeof ToolDescription>
export type SkillMessage = Type.Static<typeof SkillMessage>
export type HelloMessage = Type.Static<typeof HelloMessage>
export type ToolsChangedMessage = Type.Static<typeof ToolsChangedMessage>
export type ContentBlockMessage = Type.Static<typeof ContentBlockMessage>
export type ResponseMetadata = Type.Static<typeof ResponseMetadata>
/** The short name of a refusal, as it stands in a message. */
export type ErrorSlugMessage = Type.Static<typeof ErrorSlug>
export type PendingApprovalMessage = Type.Static<typeof PendingApprovalMessage>
export type ToolResponseMessage = Type.Static<typeof ToolResponseMessage>
export type ToolOutputDeltaMessage = Type.Static<typeof ToolOutputDeltaMessage>
export type ApprovalPendingMessage = Type.Static<typeof ApprovalPendingMessage>
export type ShutdownMessage = Type.Static<typeof ShutdownMessage>
export type AgentStartedMessage = Type.Static<typeof AgentStartedMessage>
export type AgentEndedMessage = Type.Static<typeof AgentEndedMessage>
export type ProtocolErrorMessage = Type.Static<typeof ProtocolErrorMessage>

/** A message of a supervisor. A runner ignores an `op` and a field that it does not know. */
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
