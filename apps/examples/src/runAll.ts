import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"

// Runs every program of this folder in order, until one fails. By day all run in this process; at night each has a
// separate process.
const folder = import.meta.dirname
const programs = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== basename(import.meta.filename))
const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""
for (const program of programs) {
  console.log(`\n== ${program}`)
  const file = join(folder, program)
  const words = ["--conditions=@toolgate/source", file]
  if (!isNight) await import(`./${program}`)
  const status = isNight ? spawnSync(process.execPath, words, { stdio: "inherit" }).status : (process.exitCode ?? 0)
  if (status !== 0) throw new Error(`The example ${program} ended with status ${status}.`)
}
console.log(`\n${programs.length} examples ran.`)
