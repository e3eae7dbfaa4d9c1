import type { Enforcement, FileSystems } from "@toolgate/core"
import type { Effect } from "effect/Effect"
import type { Fiber } from "effect/Fiber"
import type { FileBounds } from "./files/FileBounds.ts"
import type { ProcessPool } from "./pool/ProcessPool.ts"

/** Shared by all runs of a sandbox. */
export interface WasmHost {
  readonly pool: ProcessPool
  readonly fileSystems: FileSystems["Service"]
  readonly fileBounds: FileBounds
  readonly enforced: Enforcement
  readonly runFork: <A, E>(effect: Effect<A, E>) => Fiber<A, E>
}
