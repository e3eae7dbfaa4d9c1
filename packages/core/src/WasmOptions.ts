/** Limits on every guest of the WebAssembly sandbox, in addition to its grant. */
export interface WasmOptions {
  /** Limits on the number of processes. */
  readonly pool?: {
    /** Idle processes to keep ready, after the first was needed. */
    readonly spares?: number
    /** The most processes at any time, including working and ending ones. */
    readonly most?: number
    /** The idle time of a process beyond the spares, in milliseconds. */
    readonly idleMs?: number
  }
  /** Linear memory of a guest. */
  readonly memoryBytes?: number
  /** Limits on modules, except for memory. */
  readonly module?: {
    /** Bytes of the module. Default: 32 MiB. */
    readonly moduleBytes?: number
    /** Entries of its tables. Default: 100,000. */
    readonly tableEntries?: number
  }
  /** Limits on the files of a guest, both at its start and at its end. */
  readonly files?: {
    /** Bytes of all files. Default: 64 MiB. */
    readonly bytes?: number
    /** Number of files and folders. Default: 10,000. */
    readonly entries?: number
  }
}
