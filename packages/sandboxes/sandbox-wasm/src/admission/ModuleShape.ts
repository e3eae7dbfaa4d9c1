import { ByteReader, Malformed } from "./ByteReader.ts"
import { type Limits, readLimits } from "./readLimits.ts"
import { readSections, type Section, sectionId } from "./Section.ts"
import { UnsupportedFeature } from "./UnsupportedFeature.ts"
import { checkType, isValueType } from "./valueTypes.ts"

/** A module's declarations, which are read before its code. */
export interface ModuleShape {
  readonly sections: ReadonlyArray<Section>
  readonly types: ReadonlyArray<FunctionType>
  readonly imports: ReadonlyArray<ModuleImport>
  /** The types of all functions, imported functions first. */
  readonly functions: ReadonlyArray<number>
  readonly tables: ReadonlyArray<Table>
  readonly memories: ReadonlyArray<Limits>
  readonly exports: ReadonlyArray<ModuleExport>
}

interface FunctionType {
  readonly params: number
  readonly results: number
}

/** An import. Only function imports have a `type`. */
export interface ModuleImport {
  readonly module: string
  readonly name: string
  readonly kind: number
  readonly type: number
}

interface ModuleExport {
  readonly name: string
  readonly kind: number
  readonly index: number
}

interface Table extends Limits {
  /** The byte for the type of the entries. */
  readonly holds: number
}

/** Kinds of imports and exports in the binary format. */
export const externalKind = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const

/** Reads a module's declarations. Throws `Malformed`, or `UnsupportedFeature` for an unsupported feature. */
export const readModuleShape = (bytes: Uint8Array): ModuleShape => {
  const sections = readSections(bytes)
  const each = <A>(id: number, what: string, read: (reader: ByteReader) => A): ReadonlyArray<A> => {
    const section = sections.find((candidate) => candidate.id === id)
    if (section === undefined) return []
    const reader = new ByteReader(bytes, section.start, section.end)
    const found: Array<A> = []
    for (let left = reader.count(what); left > 0; left--) found.push(read(reader))
    if (!reader.done) throw new Malformed(`there are extra bytes after the ${what}`, reader.offset)
    return found
  }
  const tag = sections.find((section) => section.id === sectionId.tag)
  if (tag !== undefined) throw new UnsupportedFeature("exceptions", tag.start)
  const types = each(sectionId.type, "types", readType)
  const imports = each(sectionId.import, "imports", readImport)
  const imported = imports.filter((one) => one.kind === externalKind.function).map((one) => one.type)
  return {
    sections,
    types,
    imports,
    functions: [...imported, ...each(sectionId.function, "functions", (reader) => reader.u32())],
    tables: each(sectionId.table, "tables", readTable),
    memories: each(sectionId.memory, "memories", readLimits),
    exports: each(sectionId.export, "exports", (reader) => {
      const name = reader.name()
      return { name, kind: reader.byte(), index: reader.u32() }
    })
  }
}

const readType = (reader: ByteReader): FunctionType => {
  const offset = reader.offset
  if (reader.byte() !== 0x60) throw new UnsupportedFeature("garbage-collected types", offset)
  return { params: readValueTypes(reader), results: readValueTypes(reader) }
}

const readValueTypes = (reader: ByteReader): number => {
  const count = reader.count("values")
  for (let left = count; left > 0; left--) checkType(reader, isValueType)
  return count
}

const readImport = (reader: ByteReader): ModuleImport => {
  const module = reader.name()
  const name = reader.name()
  const offset = reader.offset
  const kind = reader.byte()
  let type = 0
  if (kind === externalKind.function) type = reader.u32()
  else if (kind === externalKind.table) readTable(reader)
  else if (kind === externalKind.memory) readLimits(reader)
  else if (kind === externalKind.global) reader.take(2)
  else if (kind === externalKind.tag) throw new UnsupportedFeature("exceptions", offset)
  else throw new Malformed(`${kind} is not a kind of import`, offset)
  return { module, name, kind, type }
}

const readTable = (reader: ByteReader): Table => {
  const offset = reader.offset
  const holds = reader.byte()
  // 0x40 means a table with an initial value; 0x63 and 0x64 mean typed references.
  if (holds !== 0x70 && holds !== 0x6f) throw new UnsupportedFeature("typed references", offset)
  return { holds, ...readLimits(reader) }
}
