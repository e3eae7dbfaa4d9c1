import { leb128 } from "./leb128.ts"
import type { Limits, ModuleShape } from "./ModuleShape.ts"
import { preamble, sectionId } from "./Section.ts"

/** What a module's memory and its tables together may grow to. */
export interface Cap {
  readonly memoryPages: number
  readonly tableEntries: number
}

/**
 * The module with maxima that keep its memory and its tables under the cap, whatever it declares itself. Custom sections are
 * left out: names and source maps are not needed to run it.
 *
 * The minima have to be under the cap already.
 */
export const capModule = (bytes: Uint8Array, shape: ModuleShape, cap: Cap): Uint8Array => {
  const parts: Array<Uint8Array> = [Uint8Array.from(preamble)]
  for (const { id, start, end } of shape.sections) {
    if (id === sectionId.custom) continue
    const contents =
      id === sectionId.memory
        ? memories(shape, cap)
        : id === sectionId.table
          ? tables(shape, cap)
          : bytes.subarray(start, end)
    parts.push(Uint8Array.from([id, ...leb128(contents.length)]), contents)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** What the one memory of a module may grow to. */
export const memoryMost = (memory: Limits, cap: Cap): number => Math.min(memory.max ?? cap.memoryPages, cap.memoryPages)

const memories = (shape: ModuleShape, cap: Cap) =>
  Uint8Array.from([
    ...leb128(shape.memories.length),
    ...shape.memories.flatMap((memory) => limits(memory.min, memoryMost(memory, cap)))
  ])

/** What the minima leave of the cap is shared out evenly, so that all tables together stay under it. */
const tables = (shape: ModuleShape, cap: Cap) => {
  const taken = shape.tables.reduce((sum, table) => sum + table.min, 0)
  const share = Math.max(0, Math.floor((cap.tableEntries - taken) / shape.tables.length))
  return Uint8Array.from([
    ...leb128(shape.tables.length),
    ...shape.tables.flatMap((table) => [
      table.holds,
      ...limits(table.min, Math.min(table.max ?? Number.POSITIVE_INFINITY, table.min + share))
    ])
  ])
}

const limits = (min: number, max: number): ReadonlyArray<number> => [1, ...leb128(min), ...leb128(max)]
