import { type Figure, judgeFigure } from "./Figure.ts"
import type { Spread } from "./statistics.ts"

/** Figures under one title, with notes. */
export interface Section {
  readonly title: string
  readonly figures: ReadonlyArray<Figure>
  readonly notes: ReadonlyArray<string>
}

/** The circumstances of a measurement. */
interface Run {
  readonly node: string
  readonly cpu: string
  readonly cores: number
  readonly load: ReadonlyArray<number>
  readonly rounds: number
  readonly judged: boolean
  readonly drifted: boolean
}

/** Returns all figures as JSON: nanoseconds, bytes and ratios. */
export const formatJson = (run: Run, sections: ReadonlyArray<Section>): string => {
  const judged = sections.map((section) => ({
    ...section,
    figures: section.figures.map((figure) => (run.judged ? { ...figure, verdict: judgeFigure(figure) } : figure))
  }))
  return JSON.stringify({ run, sections: judged }, undefined, 2)
}

/** Returns all figures as a table. Each line is a figure, its target, and the verdict. */
export const formatTable = (run: Run, sections: ReadonlyArray<Section>): string => {
  const rows = sections.flatMap(({ title, figures }) => [
    [title],
    ...figures.map((figure) => rowOf(figure, run.judged))
  ])
  const all = [heads, ...rows]
  const widths = heads.map((_, column) =>
    Math.max(...all.filter((row) => row.length > 1).map((row) => row[column]?.length ?? 0))
  )
  const lines = all.map((row) =>
    row.length === 1
      ? `\n${row[0]}`
      : row
          .map((cell, column) => pad(cell, widths[column] ?? 0, column))
          .join("  ")
          .trimEnd()
  )
  const notes = sections.flatMap((section) => section.notes.map((note) => `- ${note}`))
  return [headOf(run), "", ...lines, "", ...notes, "", summaryOf(run, sections)].join("\n")
}

const headOf = ({ node, cpu, cores, load, rounds }: Run) =>
  `Node ${node}, ${cores} cores of ${cpu}, load ${load.map((one) => one.toFixed(1)).join(" to ")}, ${rounds} rounds`

const summaryOf = ({ judged }: Run, sections: ReadonlyArray<Section>) => {
  if (!judged) return "A quick run shows that everything runs, and judges nothing."
  const verdicts = sections.flatMap(({ figures }) => figures).map(judgeFigure)
  if (verdicts.every((verdict) => verdict === undefined)) return "No figure of this run has a target."
  const count = (verdict: ReturnType<typeof judgeFigure>) => verdicts.filter((one) => one === verdict).length
  return `Targets: ${count("met")} met, ${count("missed")} missed, ${count("unclear")} unclear.`
}

const heads = ["", "median", "p25 – p75", "min", "ratio", "p25 – p75", "of least", "to", "target", ""]

// Returns a padded cell. Names are aligned to the left, numbers to the right.
const pad = (cell: string, width: number, column: number) =>
  column === 0 || column === 7 || column === 9 ? cell.padEnd(width) : cell.padStart(width)

const rowOf = (figure: Figure, judged: boolean): ReadonlyArray<string> => {
  const { name, value, unit, ratio, ofLeast, to = "", atMost } = figure
  const show = shows[unit]
  const verdict = judged ? (judgeFigure(figure) ?? "") : ""
  const target = atMost === undefined ? "" : `≤ ${ratio === undefined ? show(atMost) : number(atMost)}`
  return [
    `  ${name}`,
    show(value.median),
    between(value, show),
    show(value.min),
    ratio === undefined ? "" : number(ratio.median),
    ratio === undefined ? "" : between(ratio, number),
    ofLeast === undefined ? "" : number(ofLeast),
    to,
    target,
    verdict === "missed" ? "MISSED" : verdict
  ]
}

const between = ({ p25, p75 }: Spread, show: (value: number) => string) => `${show(p25)} – ${show(p75)}`

const number = (value: number) => (Math.abs(value) < 1 ? value.toFixed(3) : value.toFixed(value < 100 ? 2 : 0))

const time = (ns: number): string => {
  if (Math.abs(ns) < 1e4) return `${ns.toFixed(0)} ns`
  if (Math.abs(ns) < 1e7) return `${(ns / 1e3).toFixed(1)} µs`
  return `${(ns / 1e6).toFixed(1)} ms`
}

const bytes = (value: number) => `${(value / 1024).toFixed(0)} KiB`

const shows = { ns: time, bytes, tokens: (value: number) => `${value}` }
