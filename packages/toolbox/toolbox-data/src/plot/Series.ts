import { invalid } from "@toolgate/toolbox-base/jobs"
import { removeControls } from "../removeControls.ts"

/** A series as given. Null, NaN and infinite items are gaps. */
export interface SeriesInput {
  readonly name?: string
  readonly x?: ArrayLike<unknown>
  readonly y: ArrayLike<unknown>
}

/** Points in the order of their line. A point with a coordinate that is not finite is a gap. */
export interface Series {
  readonly name: string
  readonly points: ReadonlyArray<Point>
}

export type Point = readonly [x: number, y: number]

/** Returns a call's series. Points without x are numbered from 0. Fails with the number of the invalid series. */
export const readSeries = (given: ReadonlyArray<SeriesInput>): ReadonlyArray<Series> => {
  const series = given.map(({ name: named, x, y }, at) => {
    const name = named === undefined ? undefined : removeControls(named)
    const which = name === undefined ? `Series ${at + 1}` : `The series ${JSON.stringify(name)}`
    if (y.length === 0) throw invalid(`${which} has no points; give at least one number in "y".`)
    if (x !== undefined && x.length !== y.length)
      throw invalid(`${which} has ${x.length} items in "x" and ${y.length} in "y"; give one of each for a point.`)
    const points = Array.from(
      y,
      (value, index): Point => [
        x === undefined ? index : numberAt(x[index], `${which}, item ${index + 1} of "x"`),
        numberAt(value, `${which}, item ${index + 1} of "y"`)
      ]
    )
    return { name: name ?? `series ${at + 1}`, points }
  })
  if (!series.some(({ points }) => points.some(isPoint)))
    throw invalid("No point has two numbers, so there is nothing to draw.")
  return series
}

/** Whether both coordinates of a point are finite. */
export const isPoint = ([x, y]: Point): boolean => Number.isFinite(x) && Number.isFinite(y)

const numberAt = (value: unknown, place: string): number => {
  // JSON cannot express these, so programs write them as texts.
  if (value === null || (typeof value === "string" && /^[+-]?(?:nan|inf(?:inity)?)$/i.test(value))) return Number.NaN
  if (typeof value === "number") return value
  throw invalid(`${place} is not a number; give a number, or null for a gap.`)
}
