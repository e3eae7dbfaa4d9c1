import { typedNumbers } from "@toolgate/toolbox-base/jobs"
import type { GivenSeries } from "./Series.ts"

/** Returns series as they are sent to the worker. A list with something that is no number stays as it is, for the worker to name it. */
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
