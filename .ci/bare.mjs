// Runs a command as on a machine that has nothing but Node, in a mount namespace without the programs that tests use.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { folders, wanted } from "./programs.mjs"

const [inside, layers, ...command] = process.argv.slice(2)
const environment = ["env", `PATH=${process.env.PATH}`, `HOME=${process.env.HOME}`]

if (inside !== "--inside") {
  const uid = process.getuid()
  const asRoot = uid === 0 ? [] : ["sudo", "-E", ...environment]
  const asBefore = uid === 0 ? [] : ["sudo", "-E", "-u", `#${uid}`, ...environment]
  const mounted = mkdtempSync(join(tmpdir(), "toolgate-bare-"))
  const own = [process.execPath, fileURLToPath(import.meta.url), "--inside", mounted]
  const [program, ...args] = [...asRoot, "unshare", "--mount", ...own, ...asBefore, ...process.argv.slice(2)]
  const { status } = spawnSync(program, args, { stdio: "inherit" })
  rmSync(mounted, { recursive: true })
  process.exit(status ?? 1)
}

// The shell of the system stays, whatever its name is.
const shell = basename(realpathSync("/bin/sh"))
const hidden = new RegExp(
  `^(?:${wanted
    .map(([program]) => basename(program))
    .filter((name) => name !== shell)
    .map((name) => name.replace(/[.+]/g, "\\$&"))
    .join("|")}|(?:clang|python)[0-9.-]*)$`
)
const places = [...folders, ...wanted.map(([program]) => dirname(program)).filter((folder) => folder !== ".")]
execFileSync("mount", ["-t", "tmpfs", "tmpfs", layers])
for (const [index, folder] of [...new Set(places.filter(existsSync).map((place) => realpathSync(place)))].entries()) {
  const names = readdirSync(folder).filter((name) => hidden.test(name))
  if (names.length === 0) continue
  const [upper, work] = ["upper", "work"].map((name) => join(layers, String(index), name))
  for (const layer of [upper, work]) mkdirSync(layer, { recursive: true })
  execFileSync("mount", [
    "-t",
    "overlay",
    "-o",
    `lowerdir=${folder},upperdir=${upper},workdir=${work}`,
    "overlay",
    folder
  ])
  for (const name of names) rmSync(join(folder, name), { recursive: true })
}

const [program, ...args] = command
process.exit(spawnSync(program, args, { stdio: "inherit" }).status ?? 1)
