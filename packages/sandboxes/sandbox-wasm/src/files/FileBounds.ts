import type { WasmOptions } from "@toolgate/core"

/** Limits on the files of a guest, both at its start and at its end. */
export type FileBounds = Required<NonNullable<WasmOptions["files"]>>
