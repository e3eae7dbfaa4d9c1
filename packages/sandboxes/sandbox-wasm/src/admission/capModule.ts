import { encodeLeb128 } from "./encodeLeb128.ts"
import type { ModuleShape } from "./ModuleShape.ts"
import type { Limits } from "./readLimits.ts"
import { preamble, sectionId } from "./Section.ts"

/** The most memory, and the most entries of all tables together. */
interface Cap {
  readonly memoryPages: number
  readonly tableEntries: number
}

/** A part of a rewritten module: a range of the old module, or new bytes. */
export type ModulePart = { readonly from: number; readonly to: number } | Uint8Array

/**
 * Returns the parts of a module whose maxima keep its memory and tables under the cap. Custom sections are dropped,
 * because names and source maps are not needed.
 *
 * The minima must be under the cap already.
 */
export const capParts = (shape: ModuleShape, cap: Cap): ReadonlyArray<ModulePart> => {
  const parts: Array<ModulePart> = [{ from: 0, to: preamble.length }]
  for (const { id, at, end } of shape.sections) {
    if (id === sectionId.custom) continue
    if (id === sectionId.memory) parts.push(section(id, memories(shape, cap)))
    else if (id === sectionId.table) parts.push(section(id, tables(shape, cap)))
    else parts.push({ from: at, to: end })
  }
  return parts
}

/** Joins the parts into a module. */
export const joinParts = (bytes: Uint8Array, parts: ReadonlyArray<ModulePart>): Uint8Array => {
  const views = parts.map((part) => (part instanceof Uint8Array ? part : bytes.subarray(part.from, part.to)))
  const made = new Uint8Array(views.reduce((sum, view) => sum + view.length, 0))
  let at = 0
  for (const view of views) {
    made.set(view, at)
    at += view.length
  }
  return made
}

export const capModule = (bytes: Uint8Array, shape: ModuleShape, cap: Cap): Uint8Array =>
  joinParts(bytes, capParts(shape, cap))

/** Returns the highest number of memory pages of a module. */
export const getMemoryMaximum = (memory: Limits, cap: Cap): number =>
  Math.min(memory.max ?? cap.memoryPages, cap.memoryPages)

const section = (id: number, contents: ReadonlyArray<number>): Uint8Array =>
  Uint8Array.from([id, ...encodeLeb128(contents.length), ...contents])

const memories = (shape: ModuleShape, cap: Cap): ReadonlyArray<number> => [
  ...encodeLeb128(shape.memories.length),
  ...shape.memories.flatMap((memory) => limits(memory.min, getMemoryMaximum(memory, cap)))
]

/** The tables share the rest of the cap evenly, so that together they stay under it. */
const tables = (shape: ModuleShape, cap: Cap): ReadonlyArray<number> => {
  const taken = shape.tables.reduce((sum, table) => sum + table.min, 0)
  const share = Math.max(0, Math.floor((cap.tableEntries - taken) / shape.tables.length))
  return [
    ...encodeLeb128(shape.tables.length),
    ...shape.tables.flatMap((table) => [
      table.holds,
      ...limits(table.min, Math.min(table.max ?? Number.POSITIVE_INFINITY, table.min + share))
    ])
  ]
}

const limits = (min: number, max: number): ReadonlyArray<number> => [1, ...encodeLeb128(min), ...encodeLeb128(max)]
