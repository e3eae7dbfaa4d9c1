import { decode, WireFault } from "@toolgate/wire/decode"
import { BadFrame } from "./BadFrame.ts"
import { runnerMessages, supervisorMessages } from "./messages.ts"
import type { AgentStartMessage, RefusedRequest, RunnerMessage, ToolCallMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/**
 * Reads a runner's frame as a message. Throws `BadFrame` if it is invalid, because a runner is untrusted. `fault`: why
 * a readable frame cannot be followed, as a clause. Only the request with the fault is refused.
 */
export const readRunnerMessage = (
  frame: Record<string, unknown>,
  number: number,
  fault?: string
): RunnerMessage | RefusedRequest => {
  const op = opOf(frame, number)
  const schema = runner.get(op)
  if (schema === undefined) {
    throw new BadFrame(
      number,
      supervisor.has(op)
        ? `is a ${op}, which runners may not send`
        : 'is not a message: the operation in "/op" does not exist'
    )
  }
  const message = decode(schema, frame)
  if (message instanceof WireFault && !message.isUnknownMember) throw noMessage(number, op, message)
  const why = fault === undefined ? message instanceof WireFault && message.message : `${fault}.`
  if (why === false) return message as RunnerMessage
  if (op !== "tool_call" && op !== "agent_start") throw new BadFrame(number, `cannot be followed: ${fault}`)
  const request = frame as ToolCallMessage | AgentStartMessage
  return { op: "refused", request, why: `The ${op} was refused: ${why}` }
}

/**
 * Reads a supervisor's frame as a message. Returns `undefined` for a message of a newer supervisor that this version
 * does not know.
 */
export const readSupervisorMessage = (
  frame: Record<string, unknown>,
  number: number
): SupervisorMessage | undefined => {
  const op = opOf(frame, number)
  const schema = supervisor.get(op)
  if (schema === undefined) return undefined
  const message = decode(schema, frame)
  if (message instanceof WireFault) throw noMessage(number, op, message)
  return message as SupervisorMessage
}

const opOf = ({ op }: Record<string, unknown>, number: number): string => {
  if (typeof op === "string") return op
  throw new BadFrame(number, 'is not a message: "/op" must be a string')
}

// Maps, because an `op` may be any text.
const runner = new Map(Object.entries(runnerMessages))
const supervisor = new Map(Object.entries(supervisorMessages))

/** Makes the error for an invalid message. The names in its text come from the schema, and never from the sender. */
const noMessage = (number: number, op: string, { pointer, problem }: WireFault): BadFrame =>
  new BadFrame(number, `is not a valid ${op}: "${pointer}" ${problem}`)
