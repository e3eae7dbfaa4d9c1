import { availableParallelism } from "node:os"
import type { FileBounds } from "./files/FileBounds.ts"
import type { ModuleBounds } from "./Guests.ts"
import type { PoolBounds } from "./pool/PoolBounds.ts"

/** Limits on every guest of this sandbox, in addition to its grant. */
export interface WasmOptions {
  /** The number of guest processes, and how long an idle one stays. */
  readonly pool?: Partial<PoolBounds>
  /** Linear memory of a guest. */
  readonly memoryBytes?: number
  /** Limits on the size of a module and its tables. */
  readonly module?: Partial<ModuleBounds>
  /** Limits on the files that a guest receives and leaves. */
  readonly files?: Partial<FileBounds>
}

interface WasmBounds {
  readonly pool: PoolBounds
  readonly memoryBytes: number
  readonly module: ModuleBounds
  readonly files: FileBounds
}

const mebibyte = 2 ** 20

export const resolveBounds = ({ pool, memoryBytes, module, files }: WasmOptions): WasmBounds => ({
  // Two spares: after a guest is killed, the next one must not wait for a new process.
  pool: { spares: 2, most: Math.max(4, availableParallelism()), idleMs: 30_000, ...pool },
  memoryBytes: memoryBytes ?? 256 * mebibyte,
  module: { moduleBytes: 32 * mebibyte, tableEntries: 100_000, ...module },
  files: { bytes: 64 * mebibyte, entries: 10_000, ...files }
})
