import { impossible } from "@toolgate/toolbox-base/jobs"
import { evaluate } from "@toolgate/toolbox-math/expression"
import { type ChartSize, drawBrailleChart } from "../plot/drawBrailleChart.ts"
import { formatLabel, widenRange } from "../plot/Frame.ts"
import type { Point, Series } from "../plot/Series.ts"
import { formatLegend } from "../plot-braille/plot.ts"
import { removeControls } from "../removeControls.ts"

interface JobArgs extends ChartSize {
  readonly expressions: ReadonlyArray<{ readonly text: string; readonly code: Float64Array }>
  readonly from: number
  readonly to: number
  readonly samples: number
}

/** A job that draws functions of x. The line has gaps at poles and undefined values. */
export const plotFunctions = async ({ expressions, from, to, samples, ...size }: JobArgs): Promise<string> => {
  const codes = expressions.map(({ code }) => code)
  const xAt = (at: number): number => from + ((to - from) * at) / (samples - 1)
  const xs = Array.from({ length: samples }, (_, at) => xAt(at))
  const between = Array.from({ length: samples - 1 }, (_, at) => xAt(at + 0.5))
  const values = await evaluate({ codes, variables: [xs], points: samples })
  const halfway = await evaluate({ codes, variables: [between], points: samples - 1 })
  const all = values
    .flat()
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  if (all.length === 0)
    throw impossible(
      `No expression has a real value between ${formatLabel(from)} and ${formatLabel(to)}; try another range.`
    )
  const whole = expressions.map(
    ({ text }, at): Series => ({ name: removeControls(text.replaceAll(/\s+/g, " ")), points: pointsOf(xs, values[at]) })
  )
  const drawn = whole.map(({ name, points }, at) => ({ name, points: withGaps(points, halfway[at] ?? []) }))
  const hasPole = drawn.some(({ points }, at) => points.length > (whole[at]?.points.length ?? 0))
  const { bottom, top, isCut } = shownRange(all, hasPole)
  const frame = { left: from, right: to, bottom, top }
  const note = isCut
    ? [`The chart is cut at y ${formatLabel(bottom)} and ${formatLabel(top)}; some values lie beyond.`]
    : []
  return [...drawBrailleChart(drawn, frame, size, undefined), ...whole.map(formatLegend), ...note].join("\n")
}

const pointsOf = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number> = []): ReadonlyArray<Point> =>
  xs.map((x, at) => [x, ys[at] ?? Number.NaN])

/** Inserts a gap between two points with a pole between them. */
const withGaps = (points: ReadonlyArray<Point>, halfway: ReadonlyArray<number>): ReadonlyArray<Point> =>
  points.flatMap((point, at) => {
    const before = points[at - 1]
    const isPole = before !== undefined && isPoleBetween(before[1], point[1], halfway[at - 1] ?? Number.NaN)
    return isPole ? [[point[0], Number.NaN] as const, point] : [point]
  })

/**
 * Detects a pole between two values: the value halfway is undefined, far larger, or beyond both with a change of sign.
 */
const isPoleBetween = (one: number, other: number, middle: number): boolean => {
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false
  if (!Number.isFinite(middle) || Math.abs(middle) > 4 * Math.max(Math.abs(one), Math.abs(other))) return true
  return one * other < 0 && (middle < Math.min(one, other) || middle > Math.max(one, other))
}

/** Returns the range of values to show. Next to a pole, the few extreme values are left out. */
const shownRange = (sorted: ReadonlyArray<number>, hasPole: boolean) => {
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? 0
  const [least, greatest, low, high] = [at(0), at(1), at(0.05), at(0.95)]
  const spread = high - low
  const isCut = hasPole && spread > 0 && greatest - least > 3 * spread
  const [bottom, top] = isCut
    ? [Math.max(least, low - spread / 2), Math.min(greatest, high + spread / 2)]
    : widenRange(least, greatest)
  return { bottom, top, isCut }
}
