import type { ChildProcess } from "node:child_process"
import { tried } from "../tried.ts"
import { untilSo } from "../untilSo.ts"
import { namespaces } from "./Namespaces.ts"
import type { ProcessTree } from "./ProcessTree.ts"
import { isRunning, namespaceOf, startOf } from "./processTable.ts"

/**
 * The processes of a confined run: those of its namespace, which no process leaves. They all end with the namespace's
 * first process, which ends with bubblewrap, which ends with the gate. The first process is bubblewrap's own: by itself
 * it ends when the others have ended, and when it is killed it ends them before it is gone. So only the first process
 * is killed and watched, however many there are.
 */
export class ConfinedTree implements ProcessTree {
  private readonly bubblewrap: ChildProcess
  private first: { readonly pid: number; readonly start: number } | undefined = undefined
  private namespace: number | undefined = undefined
  private isKilled = false

  constructor(bubblewrap: ChildProcess) {
    this.bubblewrap = bubblewrap
  }

  /** Called when bubblewrap has made the namespace, with the number of its first process as this process sees it. */
  isIn(pid: number): void {
    const start = startOf(pid)
    if (start !== undefined) this.first = { pid, start }
  }

  /**
   * Called when everything in the namespace is ready for the program. A run that was asked to end before this point
   * gets this far, and no further.
   */
  isReady(): void {
    this.namespace = this.first && namespaceOf(this.first.pid)
  }

  terminate(): void {
    if (this.namespace === undefined) return
    // bubblewrap ends with the program itself, and would take with it what still uses the grace: a shell ends at once,
    // and what it ran may have to clear up. A stopped bubblewrap waits.
    this.bubblewrap.kill("SIGSTOP")
    void this.askAll(this.namespace)
  }

  /** Each process is asked once, including processes that start while others are being asked. */
  private async askAll(namespace: number): Promise<void> {
    const asked = new Set([this.first?.pid])
    const ask = (pid: number) => {
      if (this.isKilled || asked.has(pid)) return
      asked.add(pid)
      tried(() => process.kill(pid, "SIGTERM"))
    }
    await untilSo(async () => {
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
    // When this process is gone, its number may belong to another process.
    if (first !== undefined && !this.isGone) tried(() => process.kill(first.pid, "SIGKILL"))
    this.bubblewrap.kill("SIGKILL")
  }
}
