import type { GuestProcess } from "./GuestProcess.ts"
import { type HeldGuest, sizeOf } from "./HeldGuest.ts"

/** How many modules a process compiles before its first call, and of how many bytes each: every process does so. */
const most = { modules: 4, bytes: 8 * 2 ** 20 }

/** What was used last, so that a new process can have it ready before it is asked. */
export class Warmth {
  private readonly modules = new Map<number, HeldGuest>()
  private scriptMemory: number | undefined = undefined

  /** False if it is too large. */
  usedModule(module: HeldGuest): boolean {
    if (sizeOf(module) > most.bytes) return false
    if (this.modules.has(module.id)) return true
    this.modules.set(module.id, module)
    const [oldest] = this.modules.keys()
    if (this.modules.size > most.modules && oldest !== undefined) this.modules.delete(oldest)
    return true
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
