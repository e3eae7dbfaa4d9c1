import { capModule } from "../../admission/capModule.ts"
import { type ModuleShape, shapeOf } from "../../admission/ModuleShape.ts"
import { WebAssembly, type WebAssemblyModule } from "../../admission/WebAssembly.ts"
import { keepExports } from "./keepExports.ts"
import { quickJsExportNames } from "./QuickJsExports.ts"

/**
 * QuickJS, compiled for each amount of memory that a virtual machine may have, because the maximum is written into the
 * module.
 */
export class QuickJsModules {
  private readonly bytes: Uint8Array
  private readonly shape: ModuleShape
  private readonly compiled = new Map<number, WebAssemblyModule>()

  constructor(bytes: Uint8Array) {
    this.bytes = keepExports(bytes, quickJsExportNames)
    this.shape = shapeOf(this.bytes)
  }

  /** Returns `undefined` if so little memory does not hold what the module begins with. */
  forPages(pages: number): WebAssemblyModule | undefined {
    const known = this.compiled.get(pages)
    if (known !== undefined) return known
    if (this.shape.memories.some((memory) => memory.min > pages)) return undefined
    const capped = capModule(this.bytes, this.shape, { memoryPages: pages, tableEntries: this.tableEntries })
    const module = new WebAssembly.Module(capped)
    if (this.compiled.size >= mostCompiled) this.compiled.clear()
    this.compiled.set(pages, module)
    return module
  }

  private get tableEntries(): number {
    return this.shape.tables.reduce((sum, table) => sum + table.min, 0)
  }
}

/** A pool asks for one size, or for few. */
const mostCompiled = 4
