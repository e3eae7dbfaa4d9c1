import { setImmediate } from "node:timers/promises"
import { getNamespace, listProcesses } from "./processTable.ts"

interface Asker {
  readonly namespace: number
  readonly found: (pid: number) => void
  readonly isOver: () => boolean
  readonly done: () => void
}

/**
 * Looks up the pid namespaces of all processes. Every process of the system has to be read, so concurrent callers share
 * one scan: a hundred runs may be stopped at once. A scan of thousands of busy processes takes seconds, so it yields to
 * the event loop.
 */
class Namespaces {
  private waiting: Array<Asker> = []
  private isLooking = false

  /**
   * Calls `found` for every process in the namespace. Settles when all processes are scanned, or when `isOver` returns
   * true for all callers.
   */
  eachIn(namespace: number, found: (pid: number) => void, isOver: () => boolean): Promise<void> {
    return new Promise((done) => {
      this.waiting.push({ namespace, found, isOver, done })
      if (!this.isLooking) void this.look()
    })
  }

  private async look(): Promise<void> {
    this.isLooking = true
    while (this.waiting.length > 0) {
      await setImmediate()
      const askers = this.waiting.splice(0)
      for (const [at, pid] of listProcesses().entries()) {
        if (at % inOneTurn === inOneTurn - 1) await setImmediate()
        if (askers.every(({ isOver }) => isOver())) break
        const namespace = getNamespace(pid)
        for (const asker of askers) if (asker.namespace === namespace) asker.found(pid)
      }
      for (const { done } of askers) done()
    }
    this.isLooking = false
  }
}

/** Processes that are scanned before the event loop runs. */
const inOneTurn = 64

export const namespaces = new Namespaces()
