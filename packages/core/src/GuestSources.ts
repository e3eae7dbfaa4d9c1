/** The sources of a guest's time and of its random numbers. */
export interface GuestSources {
  /**
   * The clock. `host`: the time of day, to the millisecond. A number: a clock that starts there, in milliseconds since the epoch,
   * and advances by a millisecond each time it is read.
   */
  readonly clock: "host" | number
  /** The random numbers. `host`: those of the system. A number: the seed of a sequence that is always the same. */
  readonly random: "host" | number
}
