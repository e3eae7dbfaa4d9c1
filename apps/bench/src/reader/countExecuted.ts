// Prints how much of our code a reader has to follow for one call: the files and functions of packages and apps that V8
// counts as executed by a warm call. `--files` lists the files of each call with their lines. Fails if the page about
// the architecture omits a file of the first call, or has more concepts than a reader can remember.
import { readFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { join, relative } from "node:path"
import { setImmediate } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type CallKind, callKinds } from "./CallKind.ts"

const root = join(import.meta.dirname, "../../../..")
const ours = /^(?:packages|apps)\/(?:[^/]+\/){1,2}src\//
const harness = "apps/bench/"

/** The number of warm-up calls, so that everything is loaded and cached. */
const warmUps = 20

const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

/** Returns the number of functions that a warm call executes, by file. */
const executedBy = async (kind: CallKind): Promise<ReadonlyMap<string, number>> => {
  for (let call = 0; call < warmUps; call++) await kind.call()
  await setImmediate()
  // Taking the counts resets them.
  await session.post("Profiler.takePreciseCoverage")
  await kind.call()
  await setImmediate()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  const files = result.flatMap(({ url, functions }) => {
    const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : ""
    const executed = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length
    return executed > 0 && ours.test(file) && !file.startsWith(harness) ? [[file, executed] as const] : []
  })
  return new Map(files)
}

const linesOf = (file: string): number => readFileSync(join(root, file), "utf8").split("\n").length - 1

const fail = (message: string) => {
  console.error(message)
  process.exitCode = 1
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((one, other) => one + other, 0)

const page = readFileSync(join(root, "docs/architecture.md"), "utf8")
const concepts = new Set([...page.matchAll(/`([A-Z][A-Za-z]+)`/g)].map(([, name]) => name))
if (concepts.size > 25) fail(`docs/architecture.md names ${concepts.size} concepts; 25 are the most.`)

const names = process.argv.includes("--files")
console.log("call                        files  functions  lines of the files")
for (const [at, open] of callKinds.entries()) {
  const kind = await open()
  const executed = await executedBy(kind)
  await kind.close()
  const lines = new Map([...executed.keys()].map((file) => [file, linesOf(file)]))
  const [functions, all] = [sum(executed.values()), sum(lines.values())]
  console.log(
    kind.name.padEnd(26),
    String(executed.size).padStart(6),
    String(functions).padStart(10),
    String(all).padStart(19)
  )
  for (const file of at === 0 ? executed.keys() : [])
    if (!page.includes(`](../${file})`))
      fail(`docs/architecture.md does not name ${file}, which ${kind.name} executes.`)
  if (names)
    for (const file of [...executed.keys()].sort()) console.log(`  ${executed.get(file)}\t${lines.get(file)}\t${file}`)
}
console.log(`docs/architecture.md  ${concepts.size} concepts`)
