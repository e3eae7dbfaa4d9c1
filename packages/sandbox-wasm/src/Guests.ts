import { createHash } from "node:crypto"
import type { ScriptImplementation, WasmImplementation } from "@toolgate/core"
import { AdmissionTask, type Admitted } from "./AdmissionTask.ts"
import type { AdmitFrame, CheckFrame } from "./frames/ParentFrame.ts"
import type { HeldModule } from "./pool/GuestProcess.ts"
import type { ProcessPool } from "./pool/ProcessPool.ts"
import { type GuestFile, guestPath, readGuest } from "./readGuest.ts"
import type { ScriptSource } from "./ScriptJob.ts"

/** What any module is held to, beside its memory. */
export interface ModuleBounds {
  readonly moduleBytes: number
  readonly tableEntries: number
}

/** A guest that can be run, or what is wrong with it. */
export type Loaded<A> = A | { readonly problem: string }

const pageBytes = 65_536

/**
 * The guests of one sandbox. Each file is read once and each module checked once for each bound of its memory, so what was
 * checked is what runs, whatever becomes of the file. What could not be loaded is tried again.
 */
export class Guests {
  private readonly pool: ProcessPool
  private readonly bounds: ModuleBounds
  private readonly files = new Map<string, Promise<GuestFile>>()
  private readonly admitted = new Map<string, Promise<Admitted>>()
  private readonly modules = new Map<string, HeldModule>()
  private readonly readyModules = new WeakMap<WasmImplementation, Map<number, HeldModule>>()
  private readonly readyScripts = new WeakMap<ScriptImplementation, ScriptSource>()

  constructor(pool: ProcessPool, bounds: ModuleBounds) {
    this.pool = pool
    this.bounds = bounds
  }

  /** A module that was loaded before, for a guest with so much memory. */
  module(implementation: WasmImplementation, memoryBytes: number): HeldModule | undefined {
    return this.readyModules.get(implementation)?.get(pagesOf(memoryBytes))
  }

  script(implementation: ScriptImplementation): ScriptSource | undefined {
    return this.readyScripts.get(implementation)
  }

  async loadModule(implementation: WasmImplementation, memoryBytes: number): Promise<Loaded<HeldModule>> {
    const path = guestPath(implementation.module)
    const file = await this.file(path)
    if ("problem" in file) return file
    const pages = pagesOf(memoryBytes)
    const key = `${createHash("sha256").update(file.bytes).digest("hex")}:${pages}`
    const admitted = await once(this.admitted, key, () =>
      this.ask(file.bytes, { type: "admit", bounds: { ...this.bounds, memoryPages: pages } })
    )
    if ("refused" in admitted) {
      this.admitted.delete(key)
      this.files.delete(path)
      return { problem: admitted.refused }
    }
    const module = this.modules.get(key) ?? { id: this.modules.size, bytes: admitted.bytes }
    this.modules.set(key, module)
    const ready = this.readyModules.get(implementation) ?? new Map<number, HeldModule>()
    this.readyModules.set(implementation, ready.set(pages, module))
    this.pool.warmModule(module)
    return module
  }

  async loadScript(implementation: ScriptImplementation): Promise<Loaded<ScriptSource>> {
    const path = guestPath(implementation.script)
    const file = await this.file(path)
    if ("problem" in file) return file
    const source = { bytes: file.bytes, isTypeScript: /\.[mc]?tsx?$/.test(path) }
    this.readyScripts.set(implementation, source)
    return source
  }

  /** What is wrong with a script that was loaded, as far as that can be told without running it. */
  async checkScript({ bytes, isTypeScript }: ScriptSource, memoryBytes: number): Promise<string | undefined> {
    const checked = await this.ask(bytes, { type: "check", isTypeScript, memoryBytes })
    return "refused" in checked ? checked.refused : undefined
  }

  private async file(path: string): Promise<GuestFile> {
    const file = await once(this.files, path, () => readGuest(path, this.bounds.moduleBytes))
    if ("problem" in file) this.files.delete(path)
    return file
  }

  private ask(bytes: Uint8Array, asked: AdmitFrame | CheckFrame): Promise<Admitted> {
    return new Promise((done) => {
      new AdmissionTask(this.pool, bytes, asked, done)
    })
  }
}

const pagesOf = (memoryBytes: number) => Math.floor(memoryBytes / pageBytes)

const once = <A>(made: Map<string, Promise<A>>, key: string, make: () => Promise<A>): Promise<A> => {
  const found = made.get(key) ?? make()
  made.set(key, found)
  return found
}
