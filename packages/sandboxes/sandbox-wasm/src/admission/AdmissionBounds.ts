/** The bounds on what a module may take and what it may ask for. */
export interface AdmissionBounds {
  /** The number of pages of memory, of 64 KiB each. */
  readonly memoryPages: number
  /** The number of entries of all tables together. */
  readonly tableEntries: number
  readonly moduleBytes: number
  /** The functions of `wasi_snapshot_preview1` that exist here. */
  readonly imports: ReadonlySet<string>
}

/**
 * The most declarations of each kind that a module may have. The numbers are far above those of compiled real programs,
 * and low enough that the engine's own bookkeeping stays small beside the module: a function takes 4 bytes of a module
 * and some hundred bytes of the engine's memory.
 */
export const declarations = {
  types: 20_000,
  /** The number of parameters and results of all types together. */
  typeValues: 200_000,
  imports: 1_000,
  functions: 100_000,
  tables: 100,
  globals: 20_000,
  exports: 10_000,
  elements: 20_000,
  data: 20_000
} as const
