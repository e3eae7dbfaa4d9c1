// Prints the share of processor time that the tests of each package took of the time of all packages, in their last
// runs. Fails if a package takes twice the share that CONTRIBUTING.md gives it. A share depends less on the machine than
// a time does.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(import.meta.dirname, "..")
const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8")
const budgets = new Map(
  [...page.matchAll(/^\| `([^`]+)` +\| +(\d+) % +\|$/gm)].map(([, name, share]) => [name, +share])
)

/** The budget of each package without its own row. */
const others = budgets.get("each other package")
if (others === undefined) throw new Error('CONTRIBUTING.md has no row for "each other package".')

// `.ci/eachFile.ts` writes a line per run, with a time and a file. Only the last line of a file counts.
const lines = readFileSync(join(root, ".cache/test-seconds"), "utf8").trimEnd().split("\n")
const times = new Map(lines.map((line) => [line.slice(line.indexOf("/")), Number.parseFloat(line)]))
const takenBy = Map.groupBy(times, ([file]) => relative(root, file.split("/test/", 1)[0]))
const taken = globSync("{packages/{*,*/*},apps/*}/package.json", { cwd: root })
  .filter((file) => existsSync(join(root, dirname(file), "test")))
  .map((file) => {
    const { name } = JSON.parse(readFileSync(join(root, file), "utf8"))
    const times = takenBy.get(dirname(file))
    if (times === undefined) throw new Error(`The tests of "${name}" have not been run: run "pnpm test" first.`)
    return [name, times.reduce((sum, [, seconds]) => sum + seconds, 0)]
  })
const all = taken.reduce((sum, [, seconds]) => sum + seconds, 0)
for (const name of budgets.keys())
  if (name !== "each other package" && !taken.some(([other]) => other === name))
    throw new Error(`CONTRIBUTING.md has a row for "${name}", which is no package with tests.`)

console.log(`The tests took ${Math.round(all)} s of processor time:`)
for (const [name, seconds] of taken.toSorted(([, one], [, other]) => other - one)) {
  const share = (100 * seconds) / all
  const budget = budgets.get(name) ?? others
  console.log(`${share.toFixed(1).padStart(5)} % of ${String(budget).padStart(2)} %  ${seconds.toFixed(1)} s  ${name}`)
  if (share <= 2 * budget) continue
  console.error(
    `The tests of "${name}" take more than twice their share: make them faster, or leave a part for the night.`
  )
  process.exitCode = 1
}
