import Type from "typebox"
import { allowLaterKind, allowLaterWord, allowNull, type Form, open } from "./Form.ts"
import { Enforcement, ToolExecution } from "./ToolExecution.ts"
import { OutputStream } from "./words.ts"

const about = {
  /** The time of the event in ISO 8601, UTC. */
  at: Type.String(),
  agent: Type.String(),
  session: Type.String()
}

/** The end of a runner. None of its processes is left. */
export const RunnerEnding = open({
  how: allowLaterWord(["exited", "signalled", "broke_protocol", "limit", "stopped", "not_started"]),
  status: allowNull(Type.Integer()),
  signal: allowNull(Type.String()),
  message: Type.String(),
  enforced: allowNull(Enforcement)
})

const attempt = Type.Integer({ minimum: 1 })

const known = [
  open({ type: Type.Literal("runner.started"), ...about, attempt, pid: Type.Integer() }),
  open({ type: Type.Literal("runner.called"), ...about, callId: Type.String(), toolName: Type.String() }),
  open({
    type: Type.Literal("runner.asked"),
    ...about,
    callId: Type.String(),
    toolName: Type.String(),
    approvalId: Type.String(),
    /** `escalation`: a question whose answer permits nothing. Absent: the call runs if it is approved. */
    kind: Type.Optional(allowLaterWord(["escalation"])),
    why: Type.String(),
    /** The time until which the call waits or can be resumed, in milliseconds since the epoch. */
    expiresAt: Type.Number()
  }),
  open({
    type: Type.Literal("runner.answered"),
    ...about,
    decision: allowNull(allowLaterWord(["allowed", "approved", "denied", "deferred", "failed"])),
    execution: ToolExecution
  }),
  open({ type: Type.Literal("runner.delegated"), ...about, child: Type.String(), childSession: Type.String() }),
  open({ type: Type.Literal("runner.delegation_refused"), ...about, child: Type.String(), message: Type.String() }),
  open({
    type: Type.Literal("runner.restarting"),
    ...about,
    attempt,
    delayMs: Type.Number({ minimum: 0 }),
    ending: RunnerEnding
  }),
  open({ type: Type.Literal("runner.ended"), ...about, attempt, ending: RunnerEnding }),
  open({
    type: Type.Literal("runner.output"),
    ...about,
    stream: OutputStream,
    text: Type.String(),
    /** False if the line continues in the next event. */
    ended: Type.Boolean()
  })
] as const

/** An event of an agent in a separate process, or a line that it prints. */
export const RunnerEvent = Type.Union([
  ...known,
  allowLaterKind(
    "type",
    known.map(({ properties }) => properties.type.const)
  )
])

export type RunnerEnding = Form<typeof RunnerEnding>
export type RunnerEvent = Form<typeof RunnerEvent>
