import type { GuestProcess, HeldModule } from "./GuestProcess.ts"

/** How many modules a process compiles before its first call. */
const mostRemembered = 4

/** What was used last, so that a new process can have it ready before it is asked. */
export class Warmth {
  private readonly modules = new Map<number, HeldModule>()
  private scriptMemory: number | undefined = undefined

  usedModule(module: HeldModule): void {
    if (this.modules.has(module.id)) return
    this.modules.set(module.id, module)
    const [oldest] = this.modules.keys()
    if (this.modules.size > mostRemembered && oldest !== undefined) this.modules.delete(oldest)
  }

  /** True if it is the first script. */
  usedScript(memoryBytes: number): boolean {
    const isFirst = this.scriptMemory === undefined
    this.scriptMemory = memoryBytes
    return isFirst
  }

  warm(process: GuestProcess): void {
    for (const module of this.modules.values()) process.hold(module)
    if (this.scriptMemory !== undefined) process.prepareScripts(this.scriptMemory)
  }
}
