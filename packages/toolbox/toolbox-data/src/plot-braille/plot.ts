import { type ChartSize, drawBrailleChart } from "../plot/drawBrailleChart.ts"
import { findFrame, formatLabel } from "../plot/Frame.ts"
import { isPoint, readSeries, type Series, type SeriesInput } from "../plot/Series.ts"

interface JobArgs extends ChartSize {
  readonly series: ReadonlyArray<SeriesInput>
  readonly title: string | undefined
}

/** A job that draws series as a Braille chart. */
export const plot = ({ series: given, title, width, height }: JobArgs): string => {
  const series = readSeries(given)
  return [...drawBrailleChart(series, findFrame(series), { width, height }, title), ...series.map(formatLegend)].join(
    "\n"
  )
}

/** Returns the legend of a series, with its number of gaps. */
export const formatLegend = ({ name, points }: Series): string => {
  const ys = points.filter(isPoint).map(([, y]) => y)
  const skipped = points.length - ys.length
  const range =
    ys.length === 0
      ? "no point has two numbers"
      : `${ys.length} point${ys.length === 1 ? "" : "s"}, y from ${formatLabel(least(ys))} to ${formatLabel(greatest(ys))}`
  return `${name}: ${range}${skipped === 0 || ys.length === 0 ? "" : `, ${skipped} skipped that have no number`}`
}

const least = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)
const greatest = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
