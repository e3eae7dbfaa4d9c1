import type { ToolChange, ToolRegistry } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

type Told = Parameters<ToolRegistry["Service"]["listen"]>[0]

interface Listener {
  readonly told: Told
  readonly broke: (cause: unknown) => void
}

export class ToolListeners {
  private readonly listeners = new Set<Listener>()
  /** Changes to deliver after the current one, with the listeners at the time of each change. */
  private readonly untold: Array<{
    readonly changes: ReadonlyArray<ToolChange>
    readonly to: ReadonlyArray<Listener>
  }> = []
  private isTelling = false

  /** Listens until the scope closes. Logs the errors of the listener. */
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
   * Delivers simultaneous changes in order. Every listener has been called when this returns, unless an earlier delivery
   * is still running.
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
    // Delivers changes made by listeners in a new event loop turn. Otherwise, a listener that answers every change with
    // another change would block the process.
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
