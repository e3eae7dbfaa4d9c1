import type { RunnerEvent } from "./RunnerEvent.ts"

type Untimed = RunnerEvent extends infer E
  ? E extends RunnerEvent
    ? Omit<E, "at" | "agent" | "session">
    : never
  : never

/** Tells something of one runner. */
export type Tell = (event: Untimed) => void

/** Puts a name and a time on what is told; where nobody listens, nothing is made. */
export const tellOf = (agent: string, session: string, onEvent: ((event: RunnerEvent) => void) | undefined): Tell =>
  onEvent === undefined ? () => {} : (event) => onEvent({ ...event, at: Date.now(), agent, session } as RunnerEvent)
