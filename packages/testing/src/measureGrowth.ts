/** The factor by which the second text is longer than the first. */
const factor = 8

/** The limit for a reader of linear time, relative to the first text. Quadratic time takes 64. */
export const mostGrowth = 4 * factor

/** The measurable minimum in microseconds: a thread's clock advances in steps. */
const noise = 4_000

/**
 * Measures how the CPU time of a reader grows when a hostile text gets eight times as long: about 8 for linear time, 64
 * for quadratic. `make` returns a text of about the given length. Errors of the reader are ignored.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
 *
 * // Searching takes linear time.
 * const growth = await measureGrowth((text) => text.indexOf("]"), repeated("["))
 * assert(growth <= mostGrowth)
 * ```
 */
export const measureGrowth = async (
  read: (text: string) => unknown,
  make: (length: number) => string,
  length = 4_000
): Promise<number> => {
  const [short, long] = [make(length), make(factor * length)]
  // The short text is read as often as the long one is longer: then both fill the same memory, and garbage is collected as
  // often.
  // The first run compiles.
  const few = Math.min(await cpuOf(read, short, factor), await cpuOf(read, short, factor)) / factor
  let growth = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && growth > mostGrowth; tries++)
    growth = Math.min(growth, (await cpuOf(read, long)) / Math.max(few, noise))
  return growth
}

const cpuOf = async (read: (text: string) => unknown, text: string, times = 1): Promise<number> => {
  const before = process.threadCpuUsage()
  for (let time = 0; time < times; time++)
    try {
      await read(text)
    } catch {
      // A reader may refuse a text.
    }
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/**
 * Returns a function that repeats a part up to a length.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { repeated } from "@toolgate/testing"
 *
 * const nested = repeated("[", '{"a":', "}")
 * assert.equal(nested(3), '{"a":[[[}')
 * ```
 */
export const repeated =
  (part: string, before = "", after = "") =>
  (length: number): string =>
    before + part.repeat(Math.ceil(length / part.length)) + after
