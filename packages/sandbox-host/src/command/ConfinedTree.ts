import type { ChildProcess } from "node:child_process"
import type { ProcessTree } from "./ProcessTree.ts"
import { namespaceOf, processesInNamespace } from "./processTable.ts"
import { tried } from "./tried.ts"

/**
 * The processes of a confined run: those of its namespace, which no process leaves. They all end with its first one,
 * which ends with bubblewrap, which ends with the gate.
 */
export class ConfinedTree implements ProcessTree {
  private readonly bubblewrap: ChildProcess
  private first: number | undefined = undefined
  private namespace: number | undefined = undefined

  constructor(bubblewrap: ChildProcess) {
    this.bubblewrap = bubblewrap
  }

  /** Told when bubblewrap has made the namespace: which process is its first, as this process sees it. */
  isIn(first: number): void {
    this.first = first
    this.namespace = namespaceOf(first)
  }

  terminate(): void {
    // The first is bubblewrap's own, which ends when the others have.
    for (const pid of this.processes) if (pid !== this.first) tried(() => process.kill(pid, "SIGTERM"))
  }

  kill(): void {
    const { first, namespace } = this
    // A number is another process's when this one is gone.
    if (first !== undefined && namespace !== undefined && namespaceOf(first) === namespace)
      tried(() => process.kill(first, "SIGKILL"))
    this.bubblewrap.kill("SIGKILL")
  }

  get processes(): ReadonlyArray<number> {
    return this.namespace === undefined ? [] : processesInNamespace(this.namespace)
  }
}
