import { availableParallelism, cpus, loadavg } from "node:os"

/** Returns a description of the machine. */
export const machine = () => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? "unknown",
  cores: availableParallelism()
})

/**
 * Returns how many programs wanted to run in the last minute, on average. A machine with much more than 1 is not quiet.
 */
export const loadNow = (): number => loadavg()[0] ?? 0
