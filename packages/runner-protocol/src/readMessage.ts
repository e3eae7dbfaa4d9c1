import type { RunnerMessage } from "./RunnerMessage.ts"
import type { SupervisorMessage } from "./SupervisorMessage.ts"

/** A frame of a runner as the message that it is. Throws `BadFrame` for what is none: a runner is not trusted. */
export const readRunnerMessage = (_frame: Record<string, unknown>, _number: number): RunnerMessage => {
  throw new Error("to be written")
}

/** A frame of a supervisor as the message that it is; `undefined` for one that a newer supervisor has and this version has not. */
export const readSupervisorMessage = (
  _frame: Record<string, unknown>,
  _number: number
): SupervisorMessage | undefined => {
  throw new Error("to be written")
}
