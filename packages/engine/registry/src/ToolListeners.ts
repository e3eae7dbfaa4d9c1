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
  /**
   * Changes that wait until the changes before them have been told, with the listeners of the time when they happened.
   */
  private readonly untold: Array<{
    readonly changes: ReadonlyArray<ToolChange>
    readonly to: ReadonlyArray<Listener>
  }> = []
  private isTelling = false

  /** Listens until the scope closes. The effect that listens logs what the listener throws or rejects with. */
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

  /**
   * Tells changes that have happened together, in order. Every listener has been called when this returns, unless an
   * earlier change is still being told.
   */
  tell(...changes: ReadonlyArray<ToolChange>): void {
    if (this.listeners.size === 0) return
    this.untold.push({ changes: changes.map((one) => Object.freeze(one)), to: [...this.listeners] })
    if (!this.isTelling) this.tellNext()
  }

  private tellNext(): void {
    this.isTelling = true
    const next = this.untold.shift()
    for (const change of next?.changes ?? [])
      for (const listener of next?.to ?? []) if (this.listeners.has(listener)) tellOne(listener, change)
    // A change that a listener made is told in a turn of its own. Otherwise a listener that answers each change with
    // another change would stop everything else in the process.
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
