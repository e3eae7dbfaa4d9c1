import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { bundleGuest, guestProgram } from "./.ci/guestProgram.mjs"
import { bundleWorkers, workerPrograms } from "./.ci/workerPrograms.mjs"
import { compilePrograms } from "./packages/engine/program-facts/bin/compile.mjs"

// Tests see the programs' files as they are now.
compilePrograms()
await bundleGuest()
await bundleWorkers()

// Test files that count what their process has open or has started, fill its memory, or kill its database: each has a process of its own. (A database that
// was killed syncs each of its files when it starts: a minute, beside the databases of all other tests.) All others of a package share one: half of their
// time went into loading the same modules for each file.
const inProcessesOfTheirOwn: Readonly<Record<string, ReadonlyArray<string>>> = {
  catalogue: ["plugins/hotReload"],
  processes: ["limits/Deadlines"],
  "sandbox-host": ["attacks/hugeOutput"],
  "sandbox-wasm": [
    "Checks",
    "admission/memory",
    "confined",
    "ending",
    "pool/ProcessPool",
    "script/limits",
    "takenOver"
  ],
  stores: ["failingRecord", "postgres"]
}

// The folder of the package, and the root of all: what one package has transformed is there for the others.
const root = fileURLToPath(new URL(".", import.meta.url))
const folder = relative(root, process.cwd())
const name = basename(folder)
const own = inProcessesOfTheirOwn[name] ?? []

// Packages whose tests start programs that are made of these sources: each takes half a second to strip and compile them, unless what
// the one before compiled is kept.
const startsPrograms = [
  "audit",
  "cli",
  "examples",
  "facts",
  "processes",
  "runner",
  "sandbox-host",
  "sandbox-wasm",
  "stores",
  "supervisor",
  "toolgate"
]
const compiled = fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url))

// What takes long, or fills the machine, is left for `pnpm night`.
const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""
const ending = isNight ? "{test,night}.ts" : "test.ts"
const alone = own.map((name) => `${folder}/test/${name}.${ending}`)

// The processor time of this run, with all processes that it waited for, in seconds: CI compares the packages by it.
process.on("exit", () => {
  if (process.platform !== "linux") return
  const stat = readFileSync("/proc/self/stat", "utf8")
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number)
  mkdirSync(`${root}${folder}/.turbo`, { recursive: true })
  writeFileSync(`${root}${folder}/.turbo/test-seconds`, `${ticks.reduce((sum, one) => sum + one, 0) / 100}`)
})

// Every package runs with this file from its own folder: tests see the sources of the other packages, never a stale build.
export default defineConfig({
  root,
  // The tests of the package itself run the program from its sources too.
  plugins: [...(name === "sandbox-wasm" ? [] : [guestProgram]), workerPrograms],
  resolve: { conditions: ["@toolgate/source"] },
  ssr: { resolve: { conditions: ["@toolgate/source"] } },
  test: {
    projects: [
      { extends: true, test: { name: "alone", include: alone, isolate: true } },
      {
        extends: true,
        test: { name: "together", include: [`${folder}/test/**/*.${ending}`], exclude: alone, isolate: false }
      }
    ],
    setupFiles: [`${root}.ci/seed.ts`],
    // What the tests of a package have in common and is made once for all of them.
    globalSetup: [`${folder}/test/globalSetup.ts`].filter((file) => existsSync(`${root}${file}`)),
    env: startsPrograms.includes(name) ? { NODE_COMPILE_CACHE: compiled } : {},
    // No test asserts a time; a machine that does much else at once is slow, and not wrong.
    testTimeout: isNight ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    reporters: ["default", ["json", { outputFile: `${folder}/.turbo/test-results.json` }]]
  }
})
