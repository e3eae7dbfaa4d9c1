import { createHash } from "node:crypto"
import type { ScriptImplementation, WasmImplementation, WasmOptions } from "@toolgate/core"
import { Checks } from "./Checks.ts"
import type { CachedGuest } from "./pool/CachedGuest.ts"
import type { SlotAsker } from "./pool/GuestSlots.ts"
import type { ProcessPool } from "./pool/ProcessPool.ts"
import { type GuestFile, readGuest, resolveGuestPath } from "./readGuest.ts"

/** Limits on modules, except for memory. */
export type ModuleBounds = Required<NonNullable<WasmOptions["module"]>>

/** A guest that can run, or what is wrong with it. */
export type Loaded<A> = A | Problem

interface Problem {
  readonly problem: string
  /** Whether the guest waited too long for its check. */
  readonly isBusy?: boolean
}

export type LoadedModule = CachedGuest & { readonly kind: "module" }
export type LoadedScript = CachedGuest & { readonly kind: "script" }

const pageBytes = 65_536

/**
 * The guests of one sandbox. A definition's file is read once, and each module is checked once for each memory limit.
 * The guest that runs is therefore the guest that was checked, even if its file changes. A replacing definition reads
 * the file again. A guest that failed to load is tried again.
 */
export class Guests {
  private readonly pool: ProcessPool
  private readonly bounds: ModuleBounds
  private readonly checks: Checks
  private readonly files = new WeakMap<WasmImplementation | ScriptImplementation, Promise<GuestFile>>()
  // A module lives as long as a definition uses it, because a plugin may have endless versions.
  private readonly modules = new Map<string, WeakRef<LoadedModule>>()
  private readonly readyModules = new WeakMap<WasmImplementation, Map<number, LoadedModule>>()
  private readonly readyScripts = new WeakMap<ScriptImplementation, LoadedScript>()
  private count = 0

  constructor(pool: ProcessPool, bounds: ModuleBounds) {
    this.pool = pool
    this.bounds = bounds
    this.checks = new Checks(pool)
  }

  /** Returns a loaded module for a guest with this memory limit. */
  module(implementation: WasmImplementation, memoryBytes: number): LoadedModule | undefined {
    return this.readyModules.get(implementation)?.get(pagesOf(memoryBytes))
  }

  script(implementation: ScriptImplementation): LoadedScript | undefined {
    return this.readyScripts.get(implementation)
  }

  async loadModule(
    implementation: WasmImplementation,
    memoryBytes: number,
    asker: SlotAsker
  ): Promise<Loaded<LoadedModule>> {
    const file = await this.file(implementation, resolveGuestPath(implementation.module))
    if ("problem" in file) return file
    const pages = pagesOf(memoryBytes)
    const key = `${createHash("sha256").update(file.bytes).digest("hex")}:${pages}`
    const asked = { type: "admit", bounds: { ...this.bounds, memoryPages: pages } } as const
    const admitted =
      this.modules.get(key)?.deref() ?? (await this.checks.check(key, { asker, bytes: file.bytes, asked }))
    if ("refused" in admitted) {
      this.files.delete(implementation)
      return { problem: admitted.refused, isBusy: admitted.unchecked === "QueueBusy" }
    }
    const module = this.modules.get(key)?.deref() ?? {
      kind: "module" as const,
      id: this.count++,
      parts: admitted.parts
    }
    this.keep(key, module)
    const ready = this.readyModules.get(implementation) ?? new Map<number, LoadedModule>()
    this.readyModules.set(implementation, ready.set(pages, module))
    this.pool.warmModule(module)
    return module
  }

  /** `source`: the location of the script. */
  async loadScript(implementation: ScriptImplementation, source: string | URL): Promise<Loaded<LoadedScript>> {
    const path = resolveGuestPath(source)
    const file = await this.file(implementation, path)
    if ("problem" in file) return file
    const known = this.readyScripts.get(implementation)
    const isTypeScript = /\.[mc]?tsx?$/.test(path)
    const script = known ?? { kind: "script" as const, id: this.count++, parts: [file.bytes], isTypeScript }
    this.readyScripts.set(implementation, script)
    return script
  }

  /** Returns what is wrong with a loaded script, without running it. */
  async checkScript(
    { id, parts, isTypeScript }: LoadedScript,
    exported: string,
    memoryBytes: number
  ): Promise<string | undefined> {
    const asked = { type: "check", export: exported, isTypeScript, memoryBytes } as const
    const [bytes = new Uint8Array()] = parts
    const checked = await this.checks.check(`${id}:${memoryBytes}`, { asker: undefined, bytes, asked })
    return "refused" in checked ? checked.refused : undefined
  }

  private keep(key: string, module: LoadedModule): void {
    for (const [old, kept] of this.modules) if (kept.deref() === undefined) this.modules.delete(old)
    this.modules.set(key, new WeakRef(module))
  }

  private async file(implementation: WasmImplementation | ScriptImplementation, path: string): Promise<GuestFile> {
    const reading = this.files.get(implementation) ?? readGuest(path, this.bounds.moduleBytes)
    this.files.set(implementation, reading)
    const file = await reading
    if ("problem" in file) this.files.delete(implementation)
    else if (isOther(implementation, path, file)) {
      this.files.delete(implementation)
      return { problem: "it has changed since its tool was registered; register the tool again, or reopen the gate" }
    }
    return file
  }
}

/** Whether a file has changed since its tool was registered. */
const isOther = (
  { files = [] }: WasmImplementation | ScriptImplementation,
  path: string,
  { bytes }: Extract<GuestFile, { readonly bytes: unknown }>
): boolean => {
  const { content = "" } = files.find((one) => one.path === path) ?? {}
  return (
    content.startsWith("sha256:") && !content.startsWith(`sha256:${createHash("sha256").update(bytes).digest("hex")}`)
  )
}

const pagesOf = (memoryBytes: number) => Math.floor(memoryBytes / pageBytes)
