import { toTypedNumbers } from "@toolgate/toolbox-base/jobs"
import type { SeriesInput } from "./Series.ts"

/**
 * Converts series for the worker. A list with invalid items stays unchanged, so that the worker can report the item.
 */
export const sendSeries = (
  series: ReadonlyArray<{
    readonly name?: string
    readonly x?: ReadonlyArray<unknown>
    readonly y: ReadonlyArray<unknown>
  }>
): ReadonlyArray<SeriesInput> =>
  series.map(({ x, y, ...rest }) => ({
    ...rest,
    ...(x === undefined ? {} : { x: toTypedNumbers(x) ?? x }),
    y: toTypedNumbers(y) ?? y
  }))
