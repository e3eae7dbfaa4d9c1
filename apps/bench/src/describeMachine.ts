import { availableParallelism, cpus, loadavg } from "node:os"

/** Returns a description of the machine. */
export const describeMachine = () => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? "unknown",
  cores: availableParallelism()
})

/** Returns the average number of runnable programs in the last minute. Well above 1, the machine is not quiet. */
export const loadNow = (): number => loadavg()[0] ?? 0
