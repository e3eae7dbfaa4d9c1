import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"

// Runs every program of this folder, one after the other, until one fails.
const folder = import.meta.dirname
const programs = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== basename(import.meta.filename))
for (const program of programs) {
  console.log(`\n== ${program}`)
  const { status } = spawnSync(process.execPath, ["--conditions=@toolgate/source", join(folder, program)], {
    stdio: "inherit"
  })
  if (status !== 0) throw new Error(`The example ${program} ended with status ${status}.`)
}
console.log(`\n${programs.length} examples ran.`)
