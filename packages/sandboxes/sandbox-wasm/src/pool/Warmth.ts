import { type CachedGuest, getSize } from "./CachedGuest.ts"
import type { GuestProcess } from "./GuestProcess.ts"

/** Modules that a new process compiles in advance, and the largest size of each. Every process compiles them. */
const most = { modules: 4, bytes: 8 * 2 ** 20 }

/** Recently used guests, which a new process prepares in advance. */
export class Warmth {
  private readonly modules = new Map<number, CachedGuest>()
  private scriptMemory: number | undefined = undefined

  /** Marks a module as used. Returns false if it is too large. */
  usedModule(module: CachedGuest): boolean {
    if (getSize(module) > most.bytes) return false
    if (this.modules.has(module.id)) return true
    this.modules.set(module.id, module)
    const [oldest] = this.modules.keys()
    if (this.modules.size > most.modules && oldest !== undefined) this.modules.delete(oldest)
    return true
  }

  /** Marks a script as used. Returns true for the first script. */
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
