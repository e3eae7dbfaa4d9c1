import { type AdmissionBounds, declarations } from "./AdmissionBounds.ts"
import { ByteReader } from "./ByteReader.ts"
import { formatText } from "./formatText.ts"
import { externalKind, type ModuleImport, type ModuleShape } from "./ModuleShape.ts"
import { sectionId } from "./Section.ts"
import { UnsupportedFeature } from "./UnsupportedFeature.ts"

/** Returns why a module of this shape is not admitted, or `undefined`. Throws `UnsupportedFeature` for an unsupported feature. */
export const findModuleFault = (bytes: Uint8Array, shape: ModuleShape, bounds: AdmissionBounds): string | undefined =>
  countFault(bytes, shape) ??
  importFault(shape.imports, bounds) ??
  memoryFault(shape, bounds) ??
  tableFault(shape, bounds) ??
  commandFault(shape)

const countFault = (bytes: Uint8Array, shape: ModuleShape): string | undefined => {
  for (const section of shape.sections) {
    const counted = countedSections.get(section.id)
    if (counted === undefined) continue
    const count = new ByteReader(bytes, section.start, section.end).count(counted.what)
    if (count > counted.most) return `it declares ${count} ${counted.what}; the limit is ${counted.most}`
  }
  const values = shape.types.reduce((sum, { params, results }) => sum + params + results, 0)
  if (values <= declarations.typeValues) return undefined
  return `its types have ${values} parameters and results; the limit is ${declarations.typeValues}`
}

const countedSections: ReadonlyMap<number, { readonly what: string; readonly most: number }> = new Map([
  [sectionId.type, { what: "types", most: declarations.types }],
  [sectionId.import, { what: "imports", most: declarations.imports }],
  [sectionId.function, { what: "functions", most: declarations.functions }],
  [sectionId.table, { what: "tables", most: declarations.tables }],
  [sectionId.global, { what: "globals", most: declarations.globals }],
  [sectionId.export, { what: "exports", most: declarations.exports }],
  [sectionId.element, { what: "element segments", most: declarations.elements }],
  [sectionId.data, { what: "data segments", most: declarations.data }]
])

const importFault = (imports: ReadonlyArray<ModuleImport>, bounds: AdmissionBounds): string | undefined => {
  for (const { kind, module, name } of imports) {
    const from = `${formatText(name)} from ${formatText(module)}`
    if (kind !== externalKind.function)
      return `it imports the ${kindNames[kind]} ${from}; only functions can be imported`
    if (module !== "wasi_snapshot_preview1") {
      return `it imports ${from}; only "wasi_snapshot_preview1" is supported, so build it for wasm32-wasi`
    }
    if (!bounds.imports.has(name)) return `it imports ${from}, which this sandbox does not support`
  }
  return undefined
}

const kindNames = ["function", "table", "memory", "global", "tag"]

const memoryFault = ({ memories, sections }: ModuleShape, { memoryPages }: AdmissionBounds): string | undefined => {
  const [memory] = memories
  if (memory === undefined) return 'it has no memory: a command defines one, and exports it as "memory"'
  const memorySection = sections.find((section) => section.id === sectionId.memory)
  if (memories.length > 1) throw new UnsupportedFeature("several memories", memorySection?.start)
  if (memory.min <= memoryPages) return undefined
  return `it needs ${mebibytes(memory.min)} MiB of memory at the start; its limit is ${mebibytes(memoryPages)} MiB`
}

const mebibytes = (pages: number) => Number((pages / 16).toFixed(2))

const tableFault = ({ tables }: ModuleShape, { tableEntries }: AdmissionBounds): string | undefined => {
  const entries = tables.reduce((sum, table) => sum + table.min, 0)
  if (entries <= tableEntries) return undefined
  return `its tables need ${entries} entries at the start; the limit is ${tableEntries}`
}

const commandFault = ({ exports, functions, sections, types }: ModuleShape): string | undefined => {
  if (sections.some((section) => section.id === sectionId.start)) {
    return 'it has a start section, which would run before it is set up: a command runs from its export "_start" only'
  }
  const start = exports.find((one) => one.name === "_start")
  if (start?.kind !== externalKind.function) {
    return 'it exports no function "_start": build it as a command, and not as a library or reactor'
  }
  const type = types[functions[start.index] ?? -1]
  if (type?.params !== 0 || type.results !== 0) {
    return 'its function "_start" takes or returns something: a command\'s takes and returns nothing'
  }
  const memory = exports.find((one) => one.name === "memory")
  return memory?.kind === externalKind.memory ? undefined : 'it exports no memory as "memory", which a command needs'
}
