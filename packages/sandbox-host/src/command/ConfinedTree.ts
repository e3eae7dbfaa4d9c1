import type { ChildProcess } from "node:child_process"
import { namespaces } from "./Namespaces.ts"
import type { ProcessTree } from "./ProcessTree.ts"
import { namespaceOf } from "./processTable.ts"
import { tried } from "./tried.ts"

/**
 * The processes of a confined run: those of its namespace, which no process leaves. They all end with its first one,
 * which ends with bubblewrap, which ends with the gate.
 */
export class ConfinedTree implements ProcessTree {
  private readonly bubblewrap: ChildProcess
  private first: number | undefined = undefined
  private namespace: number | undefined = undefined
  private readonly asked = new Set<number>()
  private hold: ReturnType<typeof setInterval> | undefined = undefined

  constructor(bubblewrap: ChildProcess) {
    this.bubblewrap = bubblewrap
  }

  /** Told when bubblewrap has made the namespace: which process is its first, as this process sees it. */
  isIn(first: number): void {
    this.first = first
    this.namespace = namespaceOf(first)
  }

  terminate(): void {
    if (this.namespace === undefined) return
    // bubblewrap ends with the program itself, and takes with it what still uses its grace: a shell goes at once, and what
    // it ran may have to clear up. Stopped, it waits.
    this.bubblewrap.kill("SIGSTOP")
    this.askOthers()
    this.hold ??= setInterval(() => {
      if (this.isGone) this.letGo()
      else this.askOthers()
    }, lookMs)
  }

  /** Each is asked once, also one that was started while the others were. */
  private askOthers(): void {
    for (const pid of this.others) {
      if (this.asked.has(pid)) continue
      this.asked.add(pid)
      tried(() => process.kill(pid, "SIGTERM"))
    }
  }

  get isGone(): boolean {
    return this.others.length === 0
  }

  kill(): void {
    clearInterval(this.hold)
    const { first, namespace } = this
    // A number is another process's when this one is gone.
    if (first !== undefined && namespace !== undefined && namespaceOf(first) === namespace)
      tried(() => process.kill(first, "SIGKILL"))
    this.bubblewrap.kill("SIGKILL")
  }

  private letGo(): void {
    clearInterval(this.hold)
    this.bubblewrap.kill("SIGCONT")
  }

  /** All but the first, which is bubblewrap's own and ends when they have. */
  private get others(): ReadonlyArray<number> {
    return this.namespace === undefined
      ? []
      : namespaces.processesIn(this.namespace).filter((pid) => pid !== this.first)
  }
}

/** How often it is looked whether they have ended, in milliseconds. */
const lookMs = 20
