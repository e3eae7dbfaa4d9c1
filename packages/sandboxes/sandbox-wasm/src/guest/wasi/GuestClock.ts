const nanoseconds = 1_000_000n

/** The guest's time, in nanoseconds. */
export interface GuestClock {
  /** Returns the time since the epoch. */
  readonly realtime: () => bigint
  /** Returns the time since the run began. No two readings are equal. */
  readonly monotonic: () => bigint
  /** Returns the time for file times and deadlines, without advancing the clock. */
  readonly peek: (clock: "realtime" | "monotonic") => bigint
  /** Blocks the guest for this many milliseconds of real time. */
  readonly sleep: (milliseconds: number) => void
}

/** Makes the clock of a world: see `GuestSources`. */
export const makeClock = (source: "host" | number): GuestClock =>
  source === "host" ? hostClock() : steppedClock(source)

/** Makes the host's clock, with a resolution of a millisecond. A finer clock would let a guest measure the host. */
const hostClock = (): GuestClock => {
  const began = performance.now()
  let last = 0n
  const peek = (clock: "realtime" | "monotonic") =>
    BigInt(clock === "realtime" ? Date.now() : Math.floor(performance.now() - began)) * nanoseconds
  return {
    realtime: () => peek("realtime"),
    // Within a millisecond, each reading adds a nanosecond, which only reveals the number of readings.
    monotonic: () => {
      const now = peek("monotonic")
      last = now > last ? now : last + 1n
      return last
    },
    peek,
    sleep
  }
}

/**
 * Makes a clock that begins at a time. It advances by a millisecond on each reading, and by the time that the guest
 * sleeps.
 */
const steppedClock = (start: number): GuestClock => {
  const epoch = BigInt(Math.trunc(Math.max(0, start)))
  let steps = 0n
  const peek = (clock: "realtime" | "monotonic") => (clock === "realtime" ? epoch + steps : steps) * nanoseconds
  const read = (clock: "realtime" | "monotonic") => {
    const now = peek(clock)
    steps += 1n
    return now
  }
  return {
    realtime: () => read("realtime"),
    monotonic: () => read("monotonic"),
    peek,
    sleep: (milliseconds) => {
      sleep(milliseconds)
      steps += BigInt(milliseconds)
    }
  }
}

/**
 * The longest wait in milliseconds. The engine cannot wait longer than some years, and a guest may ask for centuries.
 */
const longestWait = 1_000_000_000

const sleep = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (let left = milliseconds; left > 0; left = until - performance.now())
    Atomics.wait(never, 0, 0, Math.min(left, longestWait))
}
