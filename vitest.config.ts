import { existsSync, globSync, mkdirSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { basename, dirname, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vitest/config"
import { filesThatUse } from "./.ci/filesThatUse.mjs"
import { bundleGuest, guestProgram } from "./.ci/guestProgram.mjs"
import { bundleDoors, startedPrograms } from "./.ci/sourceDoors.mjs"
import { bundleWorkers, workerPrograms } from "./.ci/workerPrograms.mjs"
import { compilePrograms } from "./packages/engine/program-facts/bin/compile.mjs"

// Tests see the programs' files as they are now.
compilePrograms()
await bundleGuest()
await bundleWorkers()
await bundleDoors()

// Test files that count what their process has open or has started, fill its memory, or kill its database: each has a process of its own. (A database that
// was killed syncs each of its files when it starts: a minute, beside the databases of all other tests.) All others share a few processes: half of
// their time went into loading the same modules for each file.
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

// Run from the root, this is the configuration of all packages, whose tests share the workers, so that these load Effect and the modules of the
// gate once; run from the folder of a package, that of its tests. What one run has transformed is there for the next.
const root = fileURLToPath(new URL(".", import.meta.url))
const folder = relative(root, process.cwd())
const folders =
  folder === ""
    ? globSync("{packages/{*,*/*},apps/*}/package.json", { cwd: root }).map((file) => dirname(file))
    : [folder]

// What takes long, or fills the machine, is left for `pnpm night`, which does not repeat the tests that are the same by
// day: it runs those that try more at night, or other values.
const isNight = (process.env.TOOLGATE_NIGHT ?? "") !== ""
const triesMoreAtNight = /\b(?:chooseCount|isNight|TOOLGATE_NIGHT|testApprovalPages)\b|\bruns\(|\bfc\./
const atNight = isNight ? filesThatUse(root, triesMoreAtNight) : []

const isGuestPackage = (one: string) => basename(one) === "sandbox-wasm"

/** Returns the files of these folders that have a process for each, and those that share one, as two projects. */
const projectsOf = (name: string, folders: ReadonlyArray<string>, plugins: ReadonlyArray<Plugin>) => {
  const alone = folders
    .flatMap((one) => (inProcessesOfTheirOwn[basename(one)] ?? []).map((file) => `${one}/test/${file}.test.ts`))
    .filter((file) => !isNight || atNight.includes(file))
  const all = folders.flatMap((one) =>
    isNight
      ? [`${one}/test/**/*.night.ts`, ...atNight.filter((file) => file.startsWith(`${one}/test/`))]
      : [`${one}/test/**/*.test.ts`]
  )
  const project = (isolate: boolean, include: Array<string>, exclude: Array<string>) => ({
    extends: true as const,
    plugins: [...plugins],
    test: { name: isolate ? `alone ${name}` : name, include, exclude, isolate }
  })
  return [project(true, alone, []), project(false, all, alone)]
}

// Each test file adds its processor time to this file.
mkdirSync(`${root}.cache`, { recursive: true })
if (folder === "") writeFileSync(`${root}.cache/test-seconds`, "")

export default defineConfig({
  root,
  plugins: [workerPrograms, startedPrograms],
  resolve: { conditions: ["@toolgate/source"] },
  ssr: { resolve: { conditions: ["@toolgate/source"] } },
  test: {
    projects: [
      ...projectsOf(
        "tests",
        folders.filter((one) => !isGuestPackage(one)),
        [guestProgram]
      ),
      // The tests of this package run the program of guests from its sources.
      ...projectsOf("guests", folders.filter(isGuestPackage), [])
    ].filter(({ test }) => test.include.length > 0),
    // Most of the longest tests wait for processes: twice as many workers as cores keep these busy.
    maxWorkers: folder === "" ? 2 * availableParallelism() : undefined,
    setupFiles: [`${root}.ci/eachFile.ts`],
    // What the tests of a package have in common and is made once for all of them.
    globalSetup: folders.map((one) => `${root}${one}/test/globalSetup.ts`).filter((file) => existsSync(file)),
    // Tests start thousands of processes, which would compile the same modules again and again.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled` },
    // No test asserts a time; a machine that does much else at once is slow, and not wrong.
    testTimeout: isNight ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    reporters: ["default", ["json", { outputFile: `${folder === "" ? "" : `${folder}/`}.cache/test-results.json` }]]
  }
})
