import Type from "typebox"
import { allowLaterKind, allowLaterWord, allowNull, type Form, open } from "./Form.ts"
import { ErrorClass, ErrorSlug, Executed, LimitName, SandboxName, SideEffect } from "./words.ts"

const milliseconds = Type.Number({ minimum: 0 })

/** A JSON object with any members. */
export const JsonObject = Type.Unsafe<Record<string, unknown>>({ type: "object" })

/** A text for the model. */
export const TextBlock = open({ type: Type.Literal("text"), text: Type.String() })

const bytes = { mediaType: Type.String(), base64: Type.String() }

const file = {
  type: Type.Literal("file"),
  mediaType: Type.String(),
  uri: Type.Optional(Type.String()),
  name: Type.Optional(Type.String())
}

/** Part of an output for the model. A file's contents are text or Base64. */
export const ContentBlock = Type.Union([
  TextBlock,
  open({ type: Type.Literal("image"), ...bytes }),
  open({ type: Type.Literal("audio"), ...bytes }),
  open({ ...file, text: Type.String() }),
  open({ ...file, base64: Type.String() }),
  open({
    type: Type.Literal("link"),
    uri: Type.String(),
    mediaType: Type.Optional(Type.String()),
    title: Type.Optional(Type.String())
  }),
  allowLaterKind("type", ["text", "image", "audio", "file", "link"])
])

/** The output of a tool. */
export const ToolOutput = open({
  content: Type.Array(ContentBlock),
  value: Type.Optional(Type.Unknown()),
  success: Type.Boolean(),
  metadata: JsonObject,
  filesModified: Type.Optional(Type.Array(Type.String())),
  commandExecuted: Type.Optional(Type.String())
})

/** The enforcement of each part of a grant, in one word each. */
export const Enforcement = open({
  wallMs: Type.String(),
  cpuMs: Type.String(),
  memoryBytes: Type.String(),
  processes: Type.String(),
  outputBytes: Type.String(),
  access: Type.String(),
  files: Type.String(),
  syscalls: Type.String(),
  /** The limits that the run reached, even if they did not end it. */
  reached: Type.Optional(Type.Array(allowLaterWord(LimitName.enum))),
  /** The limit that ended the run. */
  endedBy: Type.Optional(allowLaterWord(LimitName.enum))
})

/** The reason why a call did not succeed. */
export const CallError = open({ class: ErrorClass, slug: ErrorSlug, message: Type.String(), details: JsonObject })

/** The times of a call in milliseconds: running, and waiting before that for a person or a slot. */
export const times = { durationMs: milliseconds, waitedMs: milliseconds }

/** An approval that a deferred call waits for. `expiresAt` is in milliseconds since the epoch. */
const PendingApproval = open({ approvalId: Type.String(), expiresAt: Type.Number() })

/** The record of a form: its kind, its end and the time to answer. */
const FormEnd = open({
  kind: allowLaterWord(["form", "url", "prompt"]),
  action: allowLaterWord(["accept", "decline", "cancel"]),
  waitedMs: milliseconds
})

/** The answer to a call. Every member is present, null where empty, except for the last four. */
export const ToolExecution = open({
  callId: Type.String(),
  toolName: Type.String(),
  arguments: allowNull(JsonObject),
  executed: Executed,
  success: Type.Boolean(),
  output: ToolOutput,
  error: allowNull(CallError),
  ...times,
  sandbox: allowNull(SandboxName),
  enforced: allowNull(Enforcement),
  /** The forms that the tool asked its caller to fill in. */
  forms: Type.Optional(Type.Array(FormEnd)),
  /** Set if the call was deferred. */
  pending: Type.Optional(PendingApproval),
  /** True if this answer repeats that of an earlier call with the same idempotency key. */
  replayed: Type.Optional(Type.Boolean()),
  /** The tool's declared effects, or those of its class. */
  effects: Type.Optional(Type.Array(SideEffect))
})

export type ToolExecution = Form<typeof ToolExecution>
