import type { ChildProcess } from "node:child_process"
import { tried } from "../tried.ts"
import { untilSo } from "../untilSo.ts"
import { namespaces } from "./Namespaces.ts"
import type { ProcessTree } from "./ProcessTree.ts"
import { isRunning, namespaceOf, startOf } from "./processTable.ts"

/**
 * The processes of a confined run: those of its namespace, which no process leaves. They all end with its first one,
 * which ends with bubblewrap, which ends with the gate. The first is bubblewrap's own: by itself it ends when the others have, and
 * killed it ends them before it is gone. So it alone is killed and looked at, however many there are.
 */
export class ConfinedTree implements ProcessTree {
  private readonly bubblewrap: ChildProcess
  private first: { readonly pid: number; readonly start: number } | undefined = undefined
  private namespace: number | undefined = undefined
  private isKilled = false

  constructor(bubblewrap: ChildProcess) {
    this.bubblewrap = bubblewrap
  }

  /** Told when bubblewrap has made the namespace: which process is its first, as this process sees it. */
  isIn(pid: number): void {
    const start = startOf(pid)
    if (start !== undefined) this.first = { pid, start }
  }

  /** Told when everything in it is ready for the program. What is asked to end before gets there, and no further. */
  isReady(): void {
    this.namespace = this.first && namespaceOf(this.first.pid)
  }

  terminate(): void {
    if (this.namespace === undefined) return
    // bubblewrap ends with the program itself, and takes with it what still uses its grace: a shell goes at once, and what
    // it ran may have to clear up. Stopped, it waits.
    this.bubblewrap.kill("SIGSTOP")
    void this.askAll(this.namespace)
  }

  /** Each is asked once, also one that was started while the others were. */
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
    // A number is another process's when this one is gone.
    if (first !== undefined && !this.isGone) tried(() => process.kill(first.pid, "SIGKILL"))
    this.bubblewrap.kill("SIGKILL")
  }
}
