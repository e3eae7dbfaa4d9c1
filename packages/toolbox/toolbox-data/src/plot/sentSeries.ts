import { typedNumbers } from "@toolgate/toolbox-base/jobs"
import type { GivenSeries } from "./Series.ts"

/**
 * Converts series for the worker. A list with invalid items stays unchanged, so that the worker can report the item.
 */
export const sentSeries = (
  series: ReadonlyArray<{
    readonly name?: string
    readonly x?: ReadonlyArray<unknown>
    readonly y: ReadonlyArray<unknown>
  }>
): ReadonlyArray<GivenSeries> =>
  series.map(({ x, y, ...rest }) => ({
    ...rest,
    ...(x === undefined ? {} : { x: typedNumbers(x) ?? x }),
    y: typedNumbers(y) ?? y
  }))
