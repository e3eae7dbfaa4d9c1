// `pnpm test`: first names the programs that the machine lacks, whose tests are skipped, and then runs the tests of all
// packages. Words after it go to Vitest: files, `--changed`.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { missing, searched } from "./programs.mjs"

for (const [program, packaged, why] of missing())
  console.log(
    `"${program}" is missing, so that tests which need it are skipped (${why}); Debian has it in "${packaged}".`
  )

// The path may lead to another Node first.
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs")
const { status } = spawnSync(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, PATH: searched() }
})
process.exitCode = status ?? 1
