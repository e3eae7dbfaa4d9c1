// `pnpm test`: first names the programs that the machine lacks, whose tests are skipped, and then runs the tests of
// what has changed. A result depends on what the machine has, so that a result with fewer programs is not replayed on a
// machine with more.
import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { machine, missing, searched } from "./programs.mjs"

for (const [program, packaged, why] of missing())
  console.log(
    `"${program}" is missing, so that tests which need it are skipped (${why}); Debian has it in "${packaged}".`
  )

// The number of packages that are tested at once exceeds the number of cores, because most of the longest tests wait
// for processes. With six, two cores are busy until the end.
const concurrency = Math.max(6, 2 * availableParallelism())
// At night, properties try other values each time, so that no result is replayed.
const anew = process.env.TOOLGATE_NIGHT ? ["--force"] : []
const words = ["run", "test", "--continue", `--concurrency=${concurrency}`, ...anew, ...process.argv.slice(2)]
// Tests start thousands of processes, which would compile the same modules again and again.
const compiled = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url))
const { status } = spawnSync("turbo", words, {
  stdio: "inherit",
  env: {
    DO_NOT_TRACK: "1",
    NODE_COMPILE_CACHE: compiled,
    ...process.env,
    PATH: searched(),
    TESTED_MACHINE: machine()
  }
})
process.exitCode = status ?? 1
