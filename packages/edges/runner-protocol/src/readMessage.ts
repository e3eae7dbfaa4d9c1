import { decode, WireFault } from "@toolgate/wire/decode"
import { BadFrame } from "./BadFrame.ts"
import { runnerMessages, supervisorMessages } from "./messages.ts"
import type { AgentStartMessage, RefusedRequest, RunnerMessage, ToolCallMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/** A frame of a runner as the message that it is. Throws `BadFrame` for what is none: a runner is not trusted. */
export const readRunnerMessage = (frame: Record<string, unknown>, number: number): RunnerMessage | RefusedRequest => {
  const op = opOf(frame, number)
  const schema = runner.get(op)
  if (schema === undefined) {
    throw new BadFrame(
      number,
      supervisor.has(op)
        ? `is a ${op}, which is not a runner's to send`
        : 'is no message: "/op" names an operation that there is not'
    )
  }
  const message = decode(schema, frame)
  if (!(message instanceof WireFault)) return message as RunnerMessage
  if (!message.isUnknownMember) throw noMessage(number, op, message)
  const request = frame as ToolCallMessage | AgentStartMessage
  return { op: "refused", request, why: `The ${op} was not taken: ${message.message}` }
}

/** A frame of a supervisor as the message that it is; `undefined` for one that a newer supervisor has and this version has not. */
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
  throw new BadFrame(number, 'is no message: "/op" must be a text')
}

// Maps, since an `op` may be the name of anything.
const runner = new Map(Object.entries(runnerMessages))
const supervisor = new Map(Object.entries(supervisorMessages))

/** What is wrong with a message. The names in it are the schema's, never the sender's. */
const noMessage = (number: number, op: string, { pointer, problem }: WireFault): BadFrame =>
  new BadFrame(number, `is no ${op}: "${pointer}" ${problem}`)
