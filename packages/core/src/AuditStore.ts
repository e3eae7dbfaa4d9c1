/**
 * Where an audit log keeps its records, in the order in which they come. The store knows neither calls nor secrets: a record is a text,
 * the members of a JSON object without its braces, to which the store adds when it came and where it stands. `Intent` is what the
 * store makes of the record of a call that is to begin.
 */
export interface AuditStore<Intent = unknown> {
  /** False: the store is behind, and a call that could begin before its intent is kept has to wait as well. */
  readonly flows: boolean
  /**
   * Appends the record of a call that is to begin. `about` is what its outcome says of the call as well, where that becomes a record of
   * its own. `kept` is called once, perhaps before this returns, with whether the record is kept, and if it is `durable`, kept against
   * the loss of power; without `kept`, the record is kept when there is time.
   */
  intend(text: string, about: string, durable: boolean, kept?: (isKept: boolean) => void): Intent
  /** Appends the outcome of a call: to the record of its intent where that is still to be written, and else as a record of its own. */
  complete(intent: Intent, outcome: string): void
  /** Appends the record of a call that had no intent. It is kept when there is time. */
  append(text: string): void
  /**
   * Counts a call that was refused because its intent was not kept. False: the intent may be on record all the same, and its outcome
   * has to complete it.
   */
  countRefused(intent: Intent): boolean
  /** Keeps what is still to be kept, and ends the log in good order. What comes later is not kept, and breaks nothing. Never rejects. */
  close(): Promise<void>
}
