import { availableParallelism } from "node:os"
import type { FileBounds } from "./files/FileBounds.ts"
import type { ModuleBounds } from "./Guests.ts"
import type { PoolBounds } from "./pool/PoolBounds.ts"

/** The bounds of this sandbox for any guest, whatever its grant says. */
export interface WasmOptions {
  readonly pool?: Partial<PoolBounds>
  /** The linear memory of one guest. */
  readonly memoryBytes?: number
  readonly module?: Partial<ModuleBounds>
  readonly files?: Partial<FileBounds>
}

interface WasmBounds {
  readonly pool: PoolBounds
  readonly memoryBytes: number
  readonly module: ModuleBounds
  readonly files: FileBounds
}

const mebibyte = 2 ** 20

export const bounded = ({ pool, memoryBytes, module, files }: WasmOptions): WasmBounds => ({
  // Two spares, because a guest that has to be ended may take one before a new process has started in its place.
  pool: { spares: 2, most: Math.max(4, availableParallelism()), idleMs: 30_000, ...pool },
  memoryBytes: memoryBytes ?? 256 * mebibyte,
  module: { moduleBytes: 32 * mebibyte, tableEntries: 100_000, ...module },
  files: { bytes: 64 * mebibyte, entries: 10_000, ...files }
})
