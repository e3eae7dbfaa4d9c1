import { baseline, L } from "./baseline.ts"
import type { Case, Family } from "./Case.ts"
import { createContender } from "./Contender.ts"
import { measureHeap } from "./cases/measureHeap.ts"
import { answerAs, startContender } from "./contenderProcess.ts"
import { describeMachine, loadNow } from "./describeMachine.ts"
import { computeDrift } from "./drift.ts"
import { Measured } from "./Measured.ts"
import { measure, warmUp } from "./measure.ts"
import { type Options, readOptions } from "./options.ts"
import { formatJson, formatTable, type Section } from "./report.ts"
import { isHeapSelected, selectFamilies } from "./selectFamilies.ts"

const program = new URL(import.meta.url)
const args = process.argv.slice(2)

/** Measures the selected families one after the other. Returns the report. */
const bench = async (options: Options): Promise<string> => {
  const { scale } = options
  const told = (progress: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${progress}`)
  }
  const apart = (one: Case, ...more: ReadonlyArray<string>) =>
    startContender(one, program, [...args, ...more, "--contender", one.name])
  const here = (one: Case) => createContender(one, scale)

  const makers = selectFamilies(options)
  const loadBefore = loadNow()
  const measured = new Measured()
  const sections: Array<Section> = []
  const controls = baseline().map((one) => (scale.judged ? apart(one) : here(one)))
  await warmUp(controls, told)
  for (const make of makers) {
    told("opening")
    const family = await make(scale)
    const { name, title, cases, figures, notes } = family
    const contenders = cases.map((one) =>
      scale.judged && family.apart === true ? apart(one, "--only", name) : here(one)
    )
    await warmUp(contenders, told)
    await measure(measured, controls, contenders, scale.rounds, (round) => told(`${name}, ${round}`))
    sections.push({ title, figures: figures(measured), notes: notes?.() ?? [] })
    for (const contender of contenders) await contender.close()
    await family.close?.()
  }
  if (makers.length === 0) await measure(measured, controls, [], scale.rounds, told)
  for (const control of controls) await control.close()
  const units = Object.values(L)
  const drifts = units.map((name) => computeDrift(measured, name))
  sections.unshift({
    title: "The unit",
    figures: units.map((name) => measured.figure(name)),
    notes: drifts.map(({ says }) => says)
  })
  if (isHeapSelected(options)) {
    told("measuring the heap")
    sections.push({ title: "The heap, more than before", figures: await measureHeap(scale), notes: [] })
  }
  told("")

  const run = {
    ...describeMachine(),
    load: [loadBefore, loadNow()],
    rounds: scale.rounds,
    judged: scale.judged,
    drifted: drifts.some(({ drifted }) => drifted)
  }
  return options.json ? formatJson(run, sections) : formatTable(run, sections)
}

/** Runs one case for the parent process. */
const contend = async (name: string, options: Options): Promise<void> => {
  const units = baseline()
  const made: Array<Family> = []
  if (!units.some((unit) => unit.name === name))
    for (const make of selectFamilies(options)) made.push(await make(options.scale))
  const found = [...units, ...made.flatMap(({ cases }) => cases)].find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no case "${name}".`)
  answerAs({
    ...createContender(found, options.scale),
    close: async () => {
      for (const family of made) await family.close?.()
    }
  })
}

const options = readOptions(args)
if (options.contender === undefined) console.log(await bench(options))
else await contend(options.contender, options)
