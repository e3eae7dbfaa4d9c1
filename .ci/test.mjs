// `pnpm test`: says first which programs the machine lacks, whose tests are skipped by name, and then runs what has changed. What the
// machine has is part of what a result depends on, so that a result with fewer programs is not replayed with more.
import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { machine, missing, searched } from "./programs.mjs"

for (const [program, packaged, why] of missing())
  console.log(
    `"${program}" is missing, so that tests which need it are skipped (${why}); Debian has it in "${packaged}".`
  )

// More packages at once than there are cores: most tests of the longest ones wait for processes. Two cores are busy to the end with six.
const concurrency = Math.max(6, 2 * availableParallelism())
const words = ["run", "test", "--continue", `--concurrency=${concurrency}`, ...process.argv.slice(2)]
const { status } = spawnSync("turbo", words, {
  stdio: "inherit",
  env: { DO_NOT_TRACK: "1", ...process.env, PATH: searched(), TESTED_MACHINE: machine() }
})
process.exitCode = status ?? 1
