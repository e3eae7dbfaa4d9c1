import { preview1Names as names } from "./preview1/signatures.ts"

/** The functions of `wasi_snapshot_preview1` that a guest can import: all of them. */
export const preview1Names: ReadonlySet<string> = new Set(names)
