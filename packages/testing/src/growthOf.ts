/** The length of the second text, in lengths of the first. */
const factor = 8

/** The most that a reader of linear time may need for it, in times of what it needed for the first: quadratic time takes 64. */
export const mostGrowth = 3 * factor

/** The time below which a measurement says nothing, in microseconds: the clock of a thread advances in steps. */
const noise = 4_000

/**
 * Returns how many times as much CPU time of this thread a reader needs for a hostile text that is eight times as long: about 8 if it is
 * linear, 64 if it is quadratic. `make` returns a text of about so many characters. What the reader throws is part of its work.
 */
export const growthOf = async (
  read: (text: string) => unknown,
  make: (length: number) => string,
  length = 4_000
): Promise<number> => {
  const [short, long] = [make(length), make(factor * length)]
  // The first run compiles.
  const few = Math.min(await cpuOf(read, short), await cpuOf(read, short), await cpuOf(read, short))
  let growth = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && growth > mostGrowth; tries++)
    growth = Math.min(growth, (await cpuOf(read, long)) / Math.max(few, noise))
  return growth
}

const cpuOf = async (read: (text: string) => unknown, text: string): Promise<number> => {
  const before = process.threadCpuUsage()
  try {
    await read(text)
  } catch {
    // A reader may refuse a text, in time.
  }
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/** Returns a text of a repeated part. */
export const repeated =
  (part: string, before = "", after = "") =>
  (length: number): string =>
    before + part.repeat(Math.ceil(length / part.length)) + after
