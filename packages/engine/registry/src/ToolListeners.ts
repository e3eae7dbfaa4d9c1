import type { ToolChange, ToolRegistry } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

type Told = Parameters<ToolRegistry["Service"]["listen"]>[0]

interface Listener {
  readonly told: Told
  readonly broke: (cause: unknown) => void
}

/** The listeners of a registry. */
export class ToolListeners {
  private readonly listeners = new Set<Listener>()
  /** Changes that wait until the one before has been told, each with those who listened when it happened. */
  private readonly untold: Array<{ readonly change: ToolChange; readonly to: ReadonlyArray<Listener> }> = []
  private isTelling = false

  /** Listens until the scope closes. What a listener throws or rejects with goes to the log of the effect that listens. */
  readonly listen = (told: Told) =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.map(Effect.context<never>(), (services) => {
          const failed = Effect.runForkWith(services)
          const broke = (cause: unknown) => {
            failed(Effect.logError("A listener of the tools failed.", Cause.die(cause)))
          }
          const listener = { told, broke }
          this.listeners.add(listener)
          return listener
        }),
        (listener) => Effect.sync(() => this.listeners.delete(listener))
      )
    )

  /** Tells a change that has happened, before it returns, unless a change before it is still being told. */
  tell(change: ToolChange): void {
    if (this.listeners.size === 0) return
    this.untold.push({ change: Object.freeze(change), to: [...this.listeners] })
    if (!this.isTelling) this.tellNext()
  }

  private tellNext(): void {
    this.isTelling = true
    const next = this.untold.shift()
    for (const listener of next?.to ?? [])
      if (this.listeners.has(listener)) tellOne(listener, next?.change as ToolChange)
    // A change that a listener made is told in a turn of its own: a listener that answers each change with another one would
    // otherwise keep the program from everything else.
    if (this.untold.length > 0) setImmediate(() => this.tellNext())
    else this.isTelling = false
  }
}

const tellOne = ({ told, broke }: Listener, change: ToolChange): void => {
  try {
    const answer = told(change)
    if (Predicate.isPromiseLike(answer)) void Promise.resolve(answer).catch(broke)
  } catch (cause) {
    broke(cause)
  }
}
