import { brailleChart, type ChartSize } from "../plot/brailleChart.ts"
import { frameOf, labelOf } from "../plot/Frame.ts"
import { type GivenSeries, isPoint, readSeries, type Series } from "../plot/Series.ts"

interface Given extends ChartSize {
  readonly series: ReadonlyArray<GivenSeries>
  readonly title: string | undefined
}

/** A job that draws series as a Braille chart. */
export const plot = ({ series: given, title, width, height }: Given): string => {
  const series = readSeries(given)
  return [...brailleChart(series, frameOf(series), { width, height }, title), ...series.map(legendOf)].join("\n")
}

/** Returns the legend of a series, with its number of gaps. */
export const legendOf = ({ name, points }: Series): string => {
  const ys = points.filter(isPoint).map(([, y]) => y)
  const skipped = points.length - ys.length
  const range =
    ys.length === 0
      ? "no point has two numbers"
      : `${ys.length} point${ys.length === 1 ? "" : "s"}, y from ${labelOf(least(ys))} to ${labelOf(greatest(ys))}`
  return `${name}: ${range}${skipped === 0 || ys.length === 0 ? "" : `, ${skipped} skipped that have no number`}`
}

const least = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)
const greatest = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
