/** A limit, or no limit. */
type Bound = number | "unlimited"

/** The limits of a process, together with everything that it starts. */
export interface ProcessLimits {
  /** In milliseconds, until the process is asked to end. */
  readonly wallMs: Bound
  /** Processor time in milliseconds. */
  readonly cpuMs: Bound
  readonly memoryBytes: Bound
  readonly processes: Bound
  /**
   * The most memory, as a part of the memory there is, between 0 and 1. Held by a cgroup or not at all. Absent: no
   * limit.
   */
  readonly memoryShare?: number
}

/** The name of a limit. A share of the memory counts as a limit of memory. */
export type ProcessLimitName = Exclude<keyof ProcessLimits, "memoryShare">
