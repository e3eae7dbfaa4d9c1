// Checks that a bundled app starts, makes calls and is refused calls, in each way that the README of `toolgate` names:
// with esbuild, and at night as an app of Next.js, once without settings and once with the settings of the README.
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { answerOf } from "./answerOf.mjs"

const expected = "read true, length true, allowed true, denied false"
const banner = 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url)'
const esbuilt = [
  ["external.mjs", "--format=esm", "--external:toolgate"],
  ["external.cjs", "--format=cjs", "--external:toolgate"],
  ["whole.cjs", "--format=cjs", "--log-override:empty-import-meta=silent"],
  ["parts.mjs", "--format=esm", "--external:yaml", "--external:pino"],
  ["whole.mjs", "--format=esm", `--banner:js=${banner}`]
]

const check = (how, printed) => {
  if (printed.trim() !== expected) throw new Error(`Bundled ${how} it answers:\n${printed}`)
  console.log(`Bundled ${how}: ${printed.trim()}`)
}

/** The app of Next.js is installed, built twice and started twice: longer than all else that is done with packed packages. */
const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""
const ofNext = isNight ? { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" } : {}

const run = (cwd, program, words) => {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, env, encoding: "utf8", timeout: 300_000 })
  if (status !== 0)
    throw new Error(`"${program} ${words.join(" ")}" failed with ${error ?? status}:\n${stdout}${stderr}`)
  return stdout
}

/** Installs the app with pnpm's layout of packages, which halves npm's time for Next.js. */
const install = (folder, packages, effect) => {
  const { toolgate } = packages
  // The app has a tool that is a script.
  const guests = { "@toolgate/sandbox-wasm": packages["@toolgate/sandbox-wasm"] }
  const dependencies = { toolgate, ...guests, effect, esbuild: "0.25.12", ...ofNext }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "bundled", private: true, dependencies }))
  // Our packages are not in the registry. They are installed from files, where npm would put them.
  const settings = { overrides: packages, nodeLinker: "hoisted" }
  writeFileSync(join(folder, "pnpm-workspace.yaml"), JSON.stringify(settings))
  run(folder, "pnpm", ["install", "--no-frozen-lockfile", "--ignore-scripts"])
}

const tryEsbuild = (folder) => {
  for (const [name, ...how] of esbuilt) {
    const words = ["program.mjs", "--bundle", "--platform=node", "--log-level=warning", `--outfile=${name}`]
    run(folder, "node_modules/.bin/esbuild", [...words, ...how])
    check(`as ${name}`, run(folder, process.execPath, [name]))
  }
}

const tryNext = async (folder, server) => {
  const next = join(folder, "node_modules/next/dist/bin/next")
  run(folder, process.execPath, [next, "build"])
  check("by Next.js", await answerOf(folder, [next, "start", "--hostname", "127.0.0.1"]))

  const readme = readFileSync(join(import.meta.dirname, "../packages/toolgate/README.md"), "utf8")
  const [, settings] = /^```js\n(\/\/ next\.config\.mjs\n.*?)^```$/ms.exec(readme) ?? []
  if (settings === undefined) throw new Error('The README of "toolgate" shows no "next.config.mjs".')
  writeFileSync(join(folder, "next.config.mjs"), settings)
  run(folder, process.execPath, [next, "build"])
  // The app is moved away from the installed packages.
  renameSync(join(folder, ".next/standalone"), server)
  for (const name of ["length.mjs", "toolgate.yaml"]) cpSync(join(folder, name), join(server, name))
  check("by Next.js, left out, for its own server", await answerOf(server, ["server.js"]))
}

/** Tries bundled apps with packed packages, each given by name, and with this version of Effect. */
export const tryBundled = async (packages, effect) => {
  const [folder, server] = ["bundled", "standalone"].map((name) => mkdtempSync(join(tmpdir(), `toolgate-${name}-`)))
  try {
    cpSync(join(import.meta.dirname, "bundled"), folder, { recursive: true })
    install(folder, packages, effect)
    tryEsbuild(folder)
    if (isNight) await tryNext(folder, server)
  } finally {
    for (const made of [folder, server]) rmSync(made, { recursive: true, force: true })
  }
}
