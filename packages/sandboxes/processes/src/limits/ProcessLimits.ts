/** A limit, or that there is none. */
type Bound = number | "unlimited"

/** The limits of a process, together with all that it starts. */
export interface ProcessLimits {
  /** In milliseconds, until it is asked to end. */
  readonly wallMs: Bound
  /** Processor time in milliseconds. */
  readonly cpuMs: Bound
  readonly memoryBytes: Bound
  readonly processes: Bound
  /** The most memory as a part of what there is, between 0 and 1. Held by a cgroup or not at all. Absent: not bounded. */
  readonly memoryShare?: number
}

/** A limit by its name. A share of the memory is a limit of memory like another. */
export type ProcessLimitName = Exclude<keyof ProcessLimits, "memoryShare">
