import { availableParallelism } from "node:os"
import type { WasmOptions } from "@toolgate/core"
import type { FileBounds } from "./files/FileBounds.ts"
import type { ModuleBounds } from "./Guests.ts"
import type { PoolBounds } from "./pool/PoolBounds.ts"

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
