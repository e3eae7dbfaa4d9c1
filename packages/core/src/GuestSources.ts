/** The clock and the random numbers of a guest. */
export interface GuestSources {
  /**
   * `host`: the system time in milliseconds. A number: a clock that starts there, in milliseconds since the epoch, and
   * advances by a millisecond with each reading.
   */
  readonly clock: "host" | number
  /** `host`: the system's random numbers. A number: the seed of a reproducible sequence. */
  readonly random: "host" | number
}
