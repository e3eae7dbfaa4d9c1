// `pnpm test`: first names the programs that the machine lacks, whose tests are skipped, and then runs the tests of
// what has changed. A result depends on what the machine has, so that a result with fewer programs is not replayed on a
// machine with more.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { machine, missing, searched } from "./programs.mjs"

for (const [program, packaged, why] of missing())
  console.log(
    `"${program}" is missing, so that tests which need it are skipped (${why}); Debian has it in "${packaged}".`
  )

// The packages whose tests take longest. Most of them depend on most of the others, so that they would begin last, and one of them
// would end alone.
const longest = ["@toolgate/stores", "@toolgate/mcp", "@toolgate/examples", "@toolgate/cli", "toolgate"]

// The number of packages that are tested at once exceeds the number of cores, because most of the longest tests wait
// for processes.
const others = Math.max(3, availableParallelism())
const words = process.argv.slice(2)
const runs =
  words.length > 0
    ? [[`--concurrency=${longest.length + others}`, ...words]]
    : [
        [`--concurrency=${longest.length}`, ...longest.map((name) => `--filter=${name}`)],
        [`--concurrency=${others}`, ...longest.map((name) => `--filter=!${name}`)]
      ]
// Tests start thousands of processes, which would compile the same modules again and again.
const compiled = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url))
const env = {
  DO_NOT_TRACK: "1",
  NODE_COMPILE_CACHE: compiled,
  ...process.env,
  PATH: searched(),
  TESTED_MACHINE: machine()
}
const statuses = await Promise.all(
  runs.map(async (flags) => {
    const turbo = spawn("turbo", ["run", "test", "--continue", ...flags], { stdio: "inherit", env })
    const [status] = await once(turbo, "exit")
    return status ?? 1
  })
)
process.exitCode = Math.max(...statuses)
