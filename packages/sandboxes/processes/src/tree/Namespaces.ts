import { setImmediate } from "node:timers/promises"
import { allProcesses, namespaceOf } from "./processTable.ts"

/** A caller that wants to know of each process in a namespace. */
interface Asker {
  readonly namespace: number
  readonly found: (pid: number) => void
  readonly isOver: () => boolean
  readonly done: () => void
}

/**
 * The assignment of processes to process namespaces. The system has to be asked about each of its processes, so one
 * look serves all callers of one turn of the event loop: a hundred runs may be told to end at once. The look gives way
 * to the event loop as it goes, because it takes seconds if there are thousands of busy processes.
 */
class Namespaces {
  private waiting: Array<Asker> = []
  private isLooking = false

  /**
   * Calls `found` for every process in the namespace. Settles when all processes were looked at, or when nobody wants
   * to know any more.
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
      for (const [at, pid] of allProcesses().entries()) {
        if (at % inOneTurn === inOneTurn - 1) await setImmediate()
        if (askers.every(({ isOver }) => isOver())) break
        const namespace = namespaceOf(pid)
        for (const asker of askers) if (asker.namespace === namespace) asker.found(pid)
      }
      for (const { done } of askers) done()
    }
    this.isLooking = false
  }
}

/** The number of processes that are looked at before others have their turn. */
const inOneTurn = 64

/** The process namespaces of this machine. */
export const namespaces = new Namespaces()
