/** Limits on the size and the imports of a module. */
export interface AdmissionBounds {
  /** Pages of memory, of 64 KiB each. */
  readonly memoryPages: number
  /** Entries of all tables together. */
  readonly tableEntries: number
  readonly moduleBytes: number
  /** The supported functions of `wasi_snapshot_preview1`. */
  readonly imports: ReadonlySet<string>
}

/**
 * The most declarations of each kind in a module. The numbers are far above real programs, and low enough to limit the
 * engine's memory: a function takes 4 bytes of a module and some hundred bytes of the engine's memory.
 */
export const declarations = {
  types: 20_000,
  /** Parameters and results of all types together. */
  typeValues: 200_000,
  imports: 1_000,
  functions: 100_000,
  tables: 100,
  globals: 20_000,
  exports: 10_000,
  elements: 20_000,
  data: 20_000
} as const
