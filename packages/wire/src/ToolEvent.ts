import Type from "typebox"
import { makeCallerForm } from "./Caller.ts"
import { allowLaterKind, allowLaterWord, allowNull, type Form, open } from "./Form.ts"
import { ToolOutput, times } from "./ToolExecution.ts"
import { ErrorClass, Executed, OutputStream, SandboxName, SideEffectClass } from "./words.ts"

const about = {
  /** The time of the event, in milliseconds since the epoch. */
  at: Type.Number(),
  session: Type.String(),
  turn: Type.String(),
  agent: Type.String(),
  callId: Type.String(),
  toolName: Type.String(),
  /** Set unless the agent makes a single direct call. */
  caller: Type.Optional(makeCallerForm(open))
}

const sideEffects = Type.Enum(SideEffectClass.enum.map((word) => word.toLowerCase() as Lowercase<typeof word>))

const known = [
  open({ type: Type.Literal("tool.called"), ...about, sideEffects, sandbox: SandboxName }),
  open({
    type: Type.Literal("tool.output_delta"),
    ...about,
    stream: OutputStream,
    text: Type.String(),
    cut: Type.Boolean()
  }),
  open({ type: Type.Literal("tool.completed"), ...about, ...times }),
  open({
    type: Type.Literal("tool.failed"),
    ...about,
    errorClass: ErrorClass,
    message: Type.String(),
    executed: Executed,
    ...times,
    partialOutput: allowNull(ToolOutput),
    approvalId: Type.Optional(Type.String())
  }),
  open({ type: Type.Literal("tool.input_invalid"), ...about, message: Type.String() }),
  open({
    type: Type.Literal("tool.confirmation_requested"),
    ...about,
    approvalId: Type.String(),
    kind: Type.Optional(allowLaterWord(["escalation"])),
    sideEffects,
    summary: Type.String(),
    why: Type.String(),
    projectedModifications: Type.Array(Type.String()),
    expiresAt: Type.Number()
  }),
  open({
    type: Type.Literal("tool.confirmation_resolved"),
    ...about,
    approvalId: Type.String(),
    decision: allowLaterWord(["approve", "deny", "expired", "withdrawn"])
  }),
  open({ type: Type.Literal("events.lost"), count: Type.Integer({ minimum: 0 }) })
] as const

/**
 * An event about a call, or `events.lost` instead of events that a slow reader missed. `ToolEvents` of `@toolgate/core`
 * describes the members.
 */
export const ToolEvent = Type.Union([
  ...known,
  allowLaterKind(
    "type",
    known.map(({ properties }) => properties.type.const)
  )
])

export type ToolEvent = Form<typeof ToolEvent>
