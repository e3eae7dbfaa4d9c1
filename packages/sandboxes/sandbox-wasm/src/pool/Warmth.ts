import type { GuestProcess } from "./GuestProcess.ts"
import { type HeldGuest, sizeOf } from "./HeldGuest.ts"

/**
 * The number of modules that a process compiles before its first call, and the most bytes of each. Every process
 * compiles them.
 */
const most = { modules: 4, bytes: 8 * 2 ** 20 }

/** The guests that were used last, so that a new process can make them ready before it is asked. */
export class Warmth {
  private readonly modules = new Map<number, HeldGuest>()
  private scriptMemory: number | undefined = undefined

  /** Counts a module as used. Returns false if it is too large. */
  usedModule(module: HeldGuest): boolean {
    if (sizeOf(module) > most.bytes) return false
    if (this.modules.has(module.id)) return true
    this.modules.set(module.id, module)
    const [oldest] = this.modules.keys()
    if (this.modules.size > most.modules && oldest !== undefined) this.modules.delete(oldest)
    return true
  }

  /** Counts a script as used. Returns true if it is the first. */
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
