// Runs before each test file.
import { appendFileSync, readFileSync } from "node:fs"
import fc from "fast-check"
import { afterAll, expect } from "vitest"

// By day, every property tries the same values in each run, so that no result depends on luck. At night it tries other
// values, and prints the seed that repeats them. Set TOOLGATE_SEED to use a given seed.
const { TOOLGATE_NIGHT: night = "", TOOLGATE_SEED: given = night === "" ? "1" : "" } = process.env
if (given !== "") fc.configureGlobal({ seed: Number(given) })

// Files of several packages share a process: each begins in the folder of its package.
const [folder = ""] = expect.getState().testPath?.split(/\/test\//, 1) ?? []
process.chdir(folder)

/** Returns the processor time of this process, with all processes that it waited for, in seconds. */
const processorTime = () => {
  const stat = readFileSync("/proc/self/stat", "utf8")
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
  return ticks.reduce((sum, one) => sum + Number(one), 0) / 100
}

// CI compares the packages by these lines.
if (process.platform === "linux") {
  const file = new URL("../.cache/test-seconds", import.meta.url)
  const before = processorTime()
  afterAll(() => appendFileSync(file, `${(processorTime() - before).toFixed(2)} ${expect.getState().testPath}\n`))
}
