import type { WasmOptions } from "@toolgate/core"

/** Limits on the number of processes. */
export type PoolBounds = Required<NonNullable<WasmOptions["pool"]>>
