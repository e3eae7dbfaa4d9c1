import Type from "typebox"
import { type Form, laterKind, nullable, open, orLaterWord } from "./Form.ts"
import { ErrorClass, ErrorSlug, Executed, LimitName, SandboxName } from "./words.ts"

const milliseconds = Type.Number({ minimum: 0 })

/** A JSON object of any members. */
export const JsonObject = Type.Unsafe<Record<string, unknown>>({ type: "object" })

/** Text that a tool says to a model. */
export const TextBlock = open({ type: Type.Literal("text"), text: Type.String() })

/** A piece of what a tool says to a model. */
const ContentBlock = Type.Union([
  TextBlock,
  open({ type: Type.Literal("image"), mediaType: Type.String(), base64: Type.String() }),
  laterKind("type", ["text", "image"])
])

/** What a tool has to say. */
export const ToolOutput = open({
  content: Type.Array(ContentBlock),
  value: Type.Optional(Type.Unknown()),
  success: Type.Boolean(),
  metadata: JsonObject,
  filesModified: Type.Optional(Type.Array(Type.String())),
  commandExecuted: Type.Optional(Type.String())
})

/** How each part of a grant was enforced, in a word each. */
export const Enforcement = open({
  wallMs: Type.String(),
  cpuMs: Type.String(),
  memoryBytes: Type.String(),
  processes: Type.String(),
  outputBytes: Type.String(),
  access: Type.String(),
  files: Type.String(),
  syscalls: Type.String(),
  /** The limits that the run came to, whether or not they ended it. */
  reached: Type.Optional(Type.Array(orLaterWord(LimitName.enum))),
  /** The limit that ended it. */
  endedBy: Type.Optional(orLaterWord(LimitName.enum))
})

/** Why a call was not answered with success. */
const CallError = open({ class: ErrorClass, slug: ErrorSlug, message: Type.String(), details: JsonObject })

/** How long a call took: the run itself, and waiting for a person or for a place before it. In milliseconds. */
export const times = { durationMs: milliseconds, waitedMs: milliseconds }

/** The answer to a call: every member is there, null where there is nothing. */
export const ToolExecution = open({
  callId: Type.String(),
  toolName: Type.String(),
  arguments: nullable(JsonObject),
  executed: Executed,
  success: Type.Boolean(),
  output: ToolOutput,
  error: nullable(CallError),
  ...times,
  sandbox: nullable(SandboxName),
  enforced: nullable(Enforcement)
})

export type ToolExecution = Form<typeof ToolExecution>
