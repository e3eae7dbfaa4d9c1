import { allProcesses, namespaceOf } from "./processTable.ts"

/**
 * Which processes are in which namespace of processes. The system has to be asked for each of its processes, so it is asked once
 * for all runs that want to know in one turn of the event loop: a hundred may be told to end at once.
 */
class Namespaces {
  private found: Map<number, Array<number>> | undefined = undefined

  /** The processes of one. */
  processesIn(namespace: number): ReadonlyArray<number> {
    this.found ??= this.look()
    return this.found.get(namespace) ?? []
  }

  private look(): Map<number, Array<number>> {
    setImmediate(() => {
      this.found = undefined
    })
    const found = new Map<number, Array<number>>()
    for (const pid of allProcesses()) {
      const namespace = namespaceOf(pid)
      if (namespace === undefined) continue
      const there = found.get(namespace)
      if (there === undefined) found.set(namespace, [pid])
      else there.push(pid)
    }
    return found
  }
}

/** Those of this machine. */
export const namespaces = new Namespaces()
