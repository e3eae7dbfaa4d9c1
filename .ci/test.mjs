// `pnpm test`: says first which programs the machine lacks, whose tests are skipped by name, and then runs what has changed. What the
// machine has is part of what a result depends on, so that a result with fewer programs is not replayed with more.
import { spawnSync } from "node:child_process"
import { machine, missing, searched } from "./programs.mjs"

for (const [program, packaged, why] of missing())
  console.log(
    `"${program}" is missing, so that tests which need it are skipped (${why}); Debian has it in "${packaged}".`
  )

// Twice as many packages as there are cores: most tests of the longest ones wait for processes.
const { status } = spawnSync("turbo", ["run", "test", "--continue", "--concurrency=200%", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { DO_NOT_TRACK: "1", ...process.env, PATH: searched(), TESTED_MACHINE: machine() }
})
process.exitCode = status ?? 1
