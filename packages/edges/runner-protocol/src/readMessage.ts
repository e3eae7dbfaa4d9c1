import type { TSchema } from "typebox"
import { Compile, type Validator } from "typebox/schema"
import { BadFrame } from "./BadFrame.ts"
import { runnerMessages, supervisorMessages } from "./messages.ts"
import type { RunnerMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/** A frame of a runner as the message that it is. Throws `BadFrame` for what is none: a runner is not trusted. */
export const readRunnerMessage = (frame: Record<string, unknown>, number: number): RunnerMessage => {
  const { op } = frame
  if (typeof op !== "string") throw new BadFrame(number, 'is no message: "/op" must be a text')
  const validator = runner(op)
  if (validator?.Check(frame)) return frame as RunnerMessage
  if (validator !== undefined) throw new BadFrame(number, problem(op, validator, frame))
  if (supervisor(op) !== undefined) throw new BadFrame(number, `is a ${op}, which is not a runner's to send`)
  throw new BadFrame(number, 'is no message: "/op" names an operation that there is not')
}

/** A frame of a supervisor as the message that it is; `undefined` for one that a newer supervisor has and this version has not. */
export const readSupervisorMessage = (
  frame: Record<string, unknown>,
  number: number
): SupervisorMessage | undefined => {
  const { op } = frame
  if (typeof op !== "string") throw new BadFrame(number, 'is no message: "/op" must be a text')
  const validator = supervisor(op)
  if (validator === undefined || validator.Check(frame)) return validator && (frame as SupervisorMessage)
  throw new BadFrame(number, problem(op, validator, frame))
}

/** Each is compiled when the first of its messages comes. A map, since an `op` may be the name of anything. */
const validators = (schemas: Record<string, TSchema>): ((op: string) => Validator | undefined) => {
  const waiting = new Map(Object.entries(schemas))
  const compiled = new Map<string, Validator>()
  return (op) => {
    const known = compiled.get(op)
    if (known !== undefined) return known
    const schema = waiting.get(op)
    if (schema === undefined) return undefined
    const validator = Compile(schema)
    compiled.set(op, validator)
    return validator
  }
}

const runner = validators(runnerMessages)
const supervisor = validators(supervisorMessages)

/** The first thing that is wrong with it. Its names are the schema's, never the sender's. */
const problem = (op: string, validator: Validator, frame: unknown): string => {
  const [, [first]] = validator.Errors(frame)
  if (first === undefined) return `is no ${op}`
  const missing = first.keyword === "required" ? first.params.requiredProperties[0] : undefined
  const pointer = missing === undefined ? first.instancePath : `${first.instancePath}/${missing}`
  return `is no ${op}: "${pointer}" ${missing === undefined ? first.message : "is missing"}`
}
