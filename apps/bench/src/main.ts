import { baseline, L } from "./baseline.ts"
import type { Family } from "./Case.ts"
import { heap } from "./cases/heap.ts"
import { driftOf } from "./drift.ts"
import { families, heapIsAskedFor } from "./families.ts"
import { loadNow, machine } from "./machine.ts"
import { measure } from "./measure.ts"
import { readOptions } from "./options.ts"
import { jsonOf, type Section, tableOf } from "./report.ts"

const options = readOptions(process.argv.slice(2))
const { scale } = options
const told = (progress: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${progress}`)
}

told("opening the gates")
const opened: Array<Family> = []
for (const open of families(options)) opened.push(await open(scale))

const loadBefore = loadNow()
const cases = opened.flatMap((family) => family.cases)
const measured = await measure(baseline(), cases, scale, told)

const units = Object.values(L)
const drifts = units.map((name) => driftOf(measured, name))
const sections: Array<Section> = [
  { title: "The unit", figures: units.map((name) => measured.figure(name)), notes: drifts.map(({ says }) => says) },
  ...opened.map((family) => ({ title: family.title, figures: family.figures(measured), notes: family.notes?.() ?? [] }))
]
for (const family of opened) await family.close?.()

if (heapIsAskedFor(options)) {
  told("measuring the heap")
  sections.push({ title: "The heap, more than before", figures: await heap(scale), notes: [] })
}
told("")

const run = {
  ...machine(),
  load: [loadBefore, loadNow()],
  rounds: scale.rounds,
  judged: scale.judged,
  drifted: drifts.some(({ drifted }) => drifted)
}
console.log(options.json ? jsonOf(run, sections) : tableOf(run, sections))
