import { isPoint, type Point, type Series } from "./Series.ts"

/** The visible rectangle of a plot, in its coordinates. */
export interface Frame {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** Returns the smallest frame that contains all points. Widens an empty range. */
export const findFrame = (series: ReadonlyArray<Series>): Frame => {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { points } of series)
    for (const point of points) {
      if (!isPoint(point)) continue
      left = Math.min(left, point[0])
      right = Math.max(right, point[0])
      bottom = Math.min(bottom, point[1])
      top = Math.max(top, point[1])
    }
  const [fromLeft, toRight] = widenRange(left, right)
  const [fromBottom, toTop] = widenRange(bottom, top)
  return { left: fromLeft, right: toRight, bottom: fromBottom, top: toTop }
}

/** Returns a range that is not empty. */
export const widenRange = (from: number, to: number): readonly [number, number] => {
  if (from !== to) return [from, to]
  const more = Math.abs(from) < tiny ? 1 : Math.abs(from) * 0.1
  return [Math.max(from - more, -Number.MAX_VALUE), Math.min(to + more, Number.MAX_VALUE)]
}

/** A number so small that a tenth of it may be zero. */
const tiny = 2 ** -1000

/**
 * Returns the position of a number in a range, from 0 to 1. Halves the numbers first, because the range's width may
 * overflow.
 */
export const getPosition = (value: number, from: number, to: number): number =>
  Number.isFinite(to - from) ? (value - from) / (to - from) : (value / 2 - from / 2) / (to / 2 - from / 2)

/** Calls a function with the ends of each line between two points in grid units, clipped to the frame. */
export const forEachLine = (
  points: ReadonlyArray<Point>,
  frame: Frame,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  draw: (from: Point, to: Point) => void
): void => {
  const place = ([x, y]: Point): Point => [
    getPosition(x, frame.left, frame.right) * (columns - 1),
    (1 - getPosition(y, frame.bottom, frame.top)) * (rows - 1)
  ]
  let before: Point | undefined
  for (const point of points) {
    const here = isPoint(point) ? place(point) : undefined
    if (here !== undefined) {
      const clipped = before === undefined ? clip(here, here, columns, rows) : clip(before, here, columns, rows)
      if (clipped !== undefined) draw(...clipped)
    }
    before = here
  }
}

/** Clips a line to a grid (Liang and Barsky); `undefined` if it lies outside. */
const clip = ([x0, y0]: Point, [x1, y1]: Point, columns: number, rows: number): readonly [Point, Point] | undefined => {
  const [dx, dy] = [x1 - x0, y1 - y0]
  let [from, to] = [0, 1]
  // Adds half a cell on each side, because coordinates are rounded.
  const edges = [
    [-dx, x0 + 0.49],
    [dx, columns - 0.51 - x0],
    [-dy, y0 + 0.49],
    [dy, rows - 0.51 - y0]
  ] as const
  for (const [towards, room] of edges) {
    if (towards === 0) {
      if (room < 0) return undefined
    } else if (towards < 0) from = Math.max(from, room / towards)
    else to = Math.min(to, room / towards)
  }
  if (!(from <= to)) return undefined
  return [
    [x0 + from * dx, y0 + from * dy],
    [x0 + to * dx, y0 + to * dy]
  ]
}

/** Calls a function with each cell on the line between two points. */
export const forEachCell = ([x0, y0]: Point, [x1, y1]: Point, at: (column: number, row: number) => void): void => {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))))
  for (let step = 0; step <= steps; step += 1)
    at(Math.round(x0 + ((x1 - x0) * step) / steps), Math.round(y0 + ((y1 - y0) * step) / steps))
}

/** Formats a number for an axis, with enough digits to distinguish neighbours. */
export const formatLabel = (value: number): string => {
  const rounded = Number(value.toPrecision(5))
  // The largest numbers round to infinity.
  return String(Number.isFinite(rounded) ? rounded : value)
}
