import type { RunnerEvent } from "./RunnerEvent.ts"

type Untimed = RunnerEvent extends infer E
  ? E extends RunnerEvent
    ? Omit<E, "at" | "agent" | "session">
    : never
  : never

/** Tells something of one runner. Never throws. */
export type Tell = (event: Untimed) => void

/** Puts a name and a time on what is told. Where nobody listens, nothing is made; who breaks as he listens holds up nobody. */
export const tellOf = (
  agent: string,
  session: string,
  onEvent: ((event: RunnerEvent) => void) | undefined,
  broke: (cause: unknown) => void
): Tell =>
  onEvent === undefined
    ? () => {}
    : (event) => {
        try {
          onEvent({ ...event, at: Date.now(), agent, session } as RunnerEvent)
        } catch (cause) {
          broke(cause)
        }
      }
