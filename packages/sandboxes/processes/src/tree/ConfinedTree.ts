import type { ChildProcess } from "node:child_process"
import { pollUntil } from "../pollUntil.ts"
import { tryOrUndefined } from "../tryOrUndefined.ts"
import { namespaces } from "./Namespaces.ts"
import type { ProcessTree } from "./ProcessTree.ts"
import { getNamespace, getStartTime, isRunning } from "./processTable.ts"

/**
 * The processes of a confined run: the processes of its pid namespace. All of them end with the namespace's first process. That one ends
 * with bubblewrap, and bubblewrap ends with the gate. The first process belongs to bubblewrap: it exits after the others, and if killed, it
 * takes them with it. So only the first process has to be killed and watched.
 */
export class ConfinedTree implements ProcessTree {
  private readonly bubblewrap: ChildProcess
  private first: { readonly pid: number; readonly start: number } | undefined = undefined
  private namespace: number | undefined = undefined
  private isKilled = false

  constructor(bubblewrap: ChildProcess) {
    this.bubblewrap = bubblewrap
  }

  /** Called when bubblewrap has made the namespace. `pid`: the namespace's first process, as seen from here. */
  isIn(pid: number): void {
    const start = getStartTime(pid)
    if (start !== undefined) this.first = { pid, start }
  }

  /** Called when the namespace is ready for the program. A run that was asked to stop before gets no further. */
  isReady(): void {
    this.namespace = this.first && getNamespace(this.first.pid)
  }

  terminate(): void {
    if (this.namespace === undefined) return
    // bubblewrap exits with the program and would kill children that still use the grace: a shell exits at once while
    // its commands clean up. A stopped bubblewrap waits for them.
    this.bubblewrap.kill("SIGSTOP")
    void this.askAll(this.namespace)
  }

  /** Asks each process once, including processes that start meanwhile. */
  private async askAll(namespace: number): Promise<void> {
    const asked = new Set([this.first?.pid])
    const ask = (pid: number) => {
      if (this.isKilled || asked.has(pid)) return
      asked.add(pid)
      tryOrUndefined(() => process.kill(pid, "SIGTERM"))
    }
    await pollUntil(async () => {
      await namespaces.eachIn(namespace, ask, () => this.isKilled)
      return this.isKilled || this.isGone
    })
    if (!this.isKilled) this.bubblewrap.kill("SIGCONT")
  }

  get isGone(): boolean {
    const { first } = this
    return first === undefined || !isRunning(first.pid, first.start)
  }

  kill(): void {
    this.isKilled = true
    const { first } = this
    // The pid of a process that is gone may belong to another one.
    if (first !== undefined && !this.isGone) tryOrUndefined(() => process.kill(first.pid, "SIGKILL"))
    this.bubblewrap.kill("SIGKILL")
  }
}
