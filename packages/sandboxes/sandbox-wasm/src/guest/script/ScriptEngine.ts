import { readFile } from "node:fs/promises"
import type { WebAssemblyModule } from "../../admission/WebAssembly.ts"
import type { ScriptEnd, ScriptWorld, TextRange } from "../GuestWorld.ts"
import { checkScript } from "./checkScript.ts"
import { GuestFull } from "./GuestMemory.ts"
import { QuickJsModules } from "./QuickJsModules.ts"
import { runScript } from "./runScript.ts"
import { ScriptVm, type VmSnapshot } from "./ScriptVm.ts"
import { stripTypes } from "./stripTypes.ts"
import { type LocatePosition, locateIn, locateWithin, replaceLoneReturns } from "./textPosition.ts"

/**
 * Runs scripts, each in a new virtual machine.
 *
 * An endless script is not interrupted. Only killing the process ends it.
 */
export class ScriptEngine {
  private readonly modules: QuickJsModules
  private readonly snapshots = new WeakMap<WebAssemblyModule, VmSnapshot>()
  private ready: ScriptVm | undefined

  private constructor(modules: QuickJsModules) {
    this.modules = modules
  }

  /** Makes an engine from the QuickJS module, the only file that the engine opens. A bundle passes the file's path. */
  static async create(
    quickJs: string | URL = new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm"))
  ): Promise<ScriptEngine> {
    return new ScriptEngine(new QuickJsModules(await readFile(quickJs)))
  }

  /** Prepares the virtual machine of the next script. */
  prepare(memoryBytes: number): void {
    if (this.ready?.memoryBytes !== wholePages(memoryBytes)) this.ready = this.make(wholePages(memoryBytes))
  }

  /**
   * Runs a script to its end, without an event loop. While the script waits for a call, this function blocks in
   * `world.calls.answer`. Throws what `world` throws. Throws an engine error for a failure other than lack of memory or
   * stack; the process must not be reused then.
   */
  run(source: string, isTypeScript: boolean, world: ScriptWorld, placeAt = locateIn(source)): ScriptEnd {
    const end = this.inVm(source, isTypeScript, world.memoryBytes, placeAt, (vm, code) => runScript(vm, code, world))
    if (end.kind !== "stack") return end
    // The script may not have begun, because compiling it needs the same stack.
    const unbegun = this.check(source, isTypeScript, world)
    return unbegun?.kind === "nested" ? unbegun : end
  }

  /**
   * Runs a script that contains a foreign text in this range; errors refer to positions in that text. A script that is
   * not valid JavaScript is tried as TypeScript. Types are not stripped from other scripts: `a < b > (c)` has another
   * meaning in TypeScript, and stripping takes time.
   */
  runWritten(written: string, range: TextRange, world: ScriptWorld): ScriptEnd {
    const source = replaceLoneReturns(written)
    const placeAt = locateWithin(source, range)
    const end = this.run(source, false, world, placeAt)
    if (end.kind !== "invalid") return end
    const stripped = stripTypes(source, placeAt)
    if ("end" in stripped) return stripped.end
    return stripped.code === source ? end : this.run(stripped.code, false, world, placeAt)
  }

  /** Returns how a script would end before it runs, or `undefined` if it would run. Throws what `run` throws. */
  check(
    source: string,
    isTypeScript: boolean,
    { memoryBytes, export: name }: Pick<ScriptWorld, "memoryBytes" | "export">
  ): ScriptEnd | undefined {
    return this.inVm(source, isTypeScript, memoryBytes, locateIn(source), (vm, code) => checkScript(vm, code, name))
  }

  private inVm<A>(
    source: string,
    isTypeScript: boolean,
    memory: number,
    placeAt: LocatePosition,
    use: (vm: ScriptVm, code: string) => A
  ): A | ScriptEnd {
    const stripped = isTypeScript ? stripTypes(source) : { code: replaceLoneReturns(source) }
    if ("end" in stripped) return stripped.end
    const memoryBytes = wholePages(memory)
    const vm = this.ready?.memoryBytes === memoryBytes ? this.ready : this.make(memoryBytes)
    this.ready = undefined
    if (vm === undefined) return { kind: "memory" }
    vm.source = stripped.code
    vm.placeAt = placeAt
    return use(vm, stripped.code)
  }

  private snapshotFor(module: WebAssemblyModule, memoryBytes: number): VmSnapshot {
    const snapshot = this.snapshots.get(module) ?? ScriptVm.create(module, memoryBytes).snapshot()
    this.snapshots.set(module, snapshot)
    return snapshot
  }

  private make(memoryBytes: number): ScriptVm | undefined {
    const module = this.modules.forPages(memoryBytes / pageBytes)
    if (module === undefined) return undefined
    try {
      return ScriptVm.restore(module, this.snapshotFor(module, memoryBytes))
    } catch (error) {
      if (error instanceof GuestFull || memoryBytes < fewestBytes) return undefined
      throw error
    }
  }
}

const pageBytes = 65_536

/** The memory that a virtual machine needs for itself. With less, its failure is not meaningful. */
const fewestBytes = 4 * 1024 * 1024

const wholePages = (bytes: number) => Math.min(Math.floor(bytes / pageBytes), 65_536) * pageBytes
