type Bound = number | "unlimited"

/** Limits of a process, together with all its children. */
export interface ProcessLimits {
  /** Milliseconds until the process is asked to end. */
  readonly wallMs: Bound
  /** Processor time in milliseconds. */
  readonly cpuMs: Bound
  readonly memoryBytes: Bound
  readonly processes: Bound
  /** The highest share of the machine's memory, between 0 and 1. Enforced only by a cgroup. Absent: no limit. */
  readonly memoryShare?: number
}

/** The name of a limit. `memoryShare` counts as `memoryBytes`. */
export type ProcessLimitName = Exclude<keyof ProcessLimits, "memoryShare">
