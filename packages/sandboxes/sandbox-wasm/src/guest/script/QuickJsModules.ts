import { ByteReader } from "../../admission/ByteReader.ts"
import { capModule } from "../../admission/capModule.ts"
import { encodeLeb128 } from "../../admission/encodeLeb128.ts"
import { type ModuleShape, readModuleShape } from "../../admission/ModuleShape.ts"
import { preamble, readSections, sectionId } from "../../admission/Section.ts"
import { WebAssembly, type WebAssemblyModule } from "../../admission/WebAssembly.ts"
import { quickJsExportNames } from "./QuickJsExports.ts"

/** QuickJS, compiled for each memory limit, because the maximum is part of the module. */
export class QuickJsModules {
  private readonly bytes: Uint8Array
  private readonly shape: ModuleShape
  private readonly compiled = new Map<number, WebAssemblyModule>()

  constructor(bytes: Uint8Array) {
    this.bytes = keepExports(bytes, quickJsExportNames)
    this.shape = readModuleShape(this.bytes)
  }

  /** Returns `undefined` if the limit is below the module's initial memory. */
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

/** A pool uses one limit, or few. */
const mostCompiled = 4

/**
 * Returns the module with only these exports. The engine makes a function for each export of each instance. A tenth of
 * QuickJS's 450 exports are used; the rest tripled the time to make an instance.
 */
export const keepExports = (bytes: Uint8Array, names: ReadonlySet<string>): Uint8Array => {
  const parts: Array<Uint8Array> = [Uint8Array.from(preamble)]
  for (const { id, start, end } of readSections(bytes)) {
    const contents = id === sectionId.export ? kept(bytes, start, end, names) : bytes.subarray(start, end)
    parts.push(Uint8Array.from([id, ...encodeLeb128(contents.length)]), contents)
  }
  return new Uint8Array(Buffer.concat(parts))
}

const kept = (bytes: Uint8Array, start: number, end: number, names: ReadonlySet<string>): Uint8Array => {
  const reader = new ByteReader(bytes, start, end)
  const entries: Array<Uint8Array> = []
  for (let left = reader.count("exports"); left > 0; left--) {
    const entryAt = reader.offset
    const name = reader.name()
    // The kind of the export, and its index.
    reader.byte()
    reader.u32()
    if (names.has(name)) entries.push(bytes.subarray(entryAt, reader.offset))
  }
  return Buffer.concat([Uint8Array.from(encodeLeb128(entries.length)), ...entries])
}
