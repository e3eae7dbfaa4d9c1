import { impossible } from "@toolgate/toolbox-base/jobs"
import { formatLabel } from "../plot/Frame.ts"

interface JobArgs {
  readonly data: ArrayLike<number>
  readonly bins: number | undefined
  readonly width: number
}

/** A bin of a histogram. A number on a border belongs to the upper bin, and the maximum to the last one. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** A job that counts numbers in bins of equal width, and draws them as bars. */
export const drawBars = ({
  data,
  bins: wanted,
  width
}: JobArgs): { readonly text: string; readonly bins: ReadonlyArray<Bin> } => {
  // Removes the sign of zero, which would appear in some borders and not in others.
  const sorted = Float64Array.from(data, (one) => one + 0).sort()
  const [least = 0, greatest = 0] = [sorted[0], sorted.at(-1)]
  if (!Number.isFinite(greatest - least))
    throw impossible("The numbers are so far apart that their distance is infinite; scale them down.")
  const count = Math.min(wanted ?? binsFor(sorted, greatest - least), binsBetween(least, greatest))
  const borderAt = (at: number): number => (at === count ? greatest : least + scaleWhole(greatest - least, at, count))
  const counts = new Array<number>(count).fill(0)
  let at = 0
  for (const value of sorted) {
    while (at < count - 1 && value >= borderAt(at + 1)) at += 1
    counts[at] = (counts[at] ?? 0) + 1
  }
  const bins = counts.map((inside, at): Bin => ({ from: borderAt(at), to: borderAt(at + 1), count: inside }))
  return { text: drawn(bins, width), bins }
}

/** Returns the largest number of bins whose borders are distinct numbers. */
const binsBetween = (least: number, greatest: number): number => {
  const apart = Math.max(Math.abs(least), Math.abs(greatest)) * Number.EPSILON
  return Math.max(1, Math.floor((greatest - least) / Math.max(apart, Number.MIN_VALUE)))
}

/** Computes `whole * part / parts` without overflow of the product. */
const scaleWhole = (whole: number, part: number, parts: number): number =>
  Number.isFinite(whole * part) ? (whole * part) / parts : whole * (part / parts)

/** Returns the number of bins by Freedman and Diaconis, or by Sturges if the middle half of the numbers is equal. */
const binsFor = (sorted: Float64Array, extent: number): number => {
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  const breadth = (2 * (at(0.75) - at(0.25))) / Math.cbrt(sorted.length)
  const wanted = breadth > 0 ? Math.ceil(extent / breadth) : Math.ceil(Math.log2(sorted.length)) + 1
  return Math.min(mostBins, Math.max(1, wanted))
}

const mostBins = 100

const drawn = (bins: ReadonlyArray<Bin>, width: number): string => {
  const most = bins.reduce((found, { count }) => Math.max(found, count), 0)
  const ranges = bins.map(
    ({ from, to }, at) => `[${formatLabel(from)}, ${formatLabel(to)}${at === bins.length - 1 ? "]" : ")"}`
  )
  const margin = ranges.reduce((found, { length }) => Math.max(found, length), 0)
  return bins
    .map(({ count }, at) => {
      const eighths = Math.max(count > 0 ? 1 : 0, Math.round((count / most) * width * 8))
      const bar = "█".repeat(eighths >> 3) + (parts[eighths & 7] ?? "")
      return `${(ranges[at] ?? "").padEnd(margin)} ${bar}${bar === "" ? "" : " "}${count}`
    })
    .join("\n")
}

const parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
