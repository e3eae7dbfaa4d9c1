import { availableParallelism, cpus, loadavg } from "node:os"

/** Where the figures are from. */
export const machine = () => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? "unknown",
  cores: availableParallelism()
})

/** How many programs wanted to run in the last minute. Much more than 1 is not a quiet machine. */
export const loadNow = (): number => loadavg()[0] ?? 0
