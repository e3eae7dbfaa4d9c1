import { setImmediate } from "node:timers/promises"
import { allProcesses, namespaceOf } from "./processTable.ts"

/** Somebody who wants to know of each process in a namespace. */
interface Asker {
  readonly namespace: number
  readonly found: (pid: number) => void
  readonly isOver: () => boolean
  readonly done: () => void
}

/**
 * Which processes are in which namespace of processes. The system has to be asked for each of its processes, so one look serves all
 * that ask in one turn of the event loop: a hundred runs may be told to end at once. It gives way to the event loop as it
 * goes, since where there are thousands of busy processes it takes seconds.
 */
class Namespaces {
  private waiting: Array<Asker> = []
  private isLooking = false

  /** Tells of every process that is in one, as it is found; settles when all were looked at, or nobody wants to know any more. */
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

/** How many processes are looked at before others have their turn. */
const inOneTurn = 64

/** Those of this machine. */
export const namespaces = new Namespaces()
