import { ByteReader } from "./ByteReader.ts"
import { InstructionReader } from "./InstructionReader.ts"
import { newer } from "./instructions.ts"
import type { ModuleShape } from "./ModuleShape.ts"
import { type Section, sectionId } from "./Section.ts"
import { UnsupportedFeature } from "./UnsupportedFeature.ts"
import { checkType, isValueType } from "./valueTypes.ts"

/**
 * Throws `UnsupportedFeature` for a module that the engine would run but this sandbox does not support. Its features are newer than
 * those that were tested and can be limited here. Tail calls, for example, can loop without using stack. Unknown
 * features count as newer.
 *
 * This function checks the code and segments of a module; `shapeOf` checks its declarations.
 */
export const checkFeatures = (bytes: Uint8Array, { sections }: ModuleShape): void => {
  for (const section of sections) {
    const check = checks.get(section.id)
    if (check === undefined) continue
    const reader = new ByteReader(bytes, section.start, section.end)
    for (let left = reader.count("entries"); left > 0; left--) check(reader)
  }
  checkKnown(sections)
}

const checkKnown = (sections: ReadonlyArray<Section>): void => {
  const unknown = sections.find(({ id }) => !knownSections.has(id))
  if (unknown !== undefined) throw new UnsupportedFeature(newer, unknown.start)
}

const knownSections: ReadonlySet<number> = new Set(Object.values(sectionId))

const expression = (reader: ByteReader): void => new InstructionReader(reader).toEnd()

const checkGlobal = (reader: ByteReader): void => {
  checkType(reader, isValueType)
  reader.skip(1)
  expression(reader)
}

/** The flags of a segment tell whether it is active, whether it names a table, and how its entries are encoded. */
const checkElements = (reader: ByteReader): void => {
  const { offset } = reader
  const flags = reader.u32()
  if (flags > 7) throw new UnsupportedFeature(newer, offset)
  const isActive = (flags & 1) === 0
  if (isActive && (flags & 2) !== 0) reader.skipNumber()
  if (isActive) expression(reader)
  const hasExpressions = (flags & 4) !== 0
  if (hasExpressions && (flags & 3) !== 0) checkType(reader, isValueType)
  else if ((flags & 3) !== 0) reader.skip(1)
  for (let left = reader.count("elements"); left > 0; left--)
    if (hasExpressions) expression(reader)
    else reader.skipNumber()
}

const checkFunction = (reader: ByteReader): void => {
  const end = reader.u32() + reader.offset
  for (let left = reader.count("groups of variables"); left > 0; left--) {
    reader.skipNumber()
    checkType(reader, isValueType)
  }
  expression(reader)
  if (reader.offset !== end) reader.misplaced()
}

const checkData = (reader: ByteReader): void => {
  const { offset } = reader
  const flags = reader.u32()
  if (flags > 2) throw new UnsupportedFeature(newer, offset)
  if (flags === 2 && reader.u32() !== 0) throw new UnsupportedFeature("several memories", offset)
  if (flags !== 1) expression(reader)
  reader.take(reader.u32())
}

const checks: ReadonlyMap<number, (reader: ByteReader) => void> = new Map([
  [sectionId.global, checkGlobal],
  [sectionId.element, checkElements],
  [sectionId.code, checkFunction],
  [sectionId.data, checkData]
])
