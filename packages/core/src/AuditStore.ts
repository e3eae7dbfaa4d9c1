import type { CallClaim, ClaimEnd, NotClaimed } from "./CallClaims.ts"

/**
 * A store of an audit log's records, in the order in which they come. The store knows neither calls nor secrets: a record is a
 * text, the members of a JSON object without its braces. The store adds the time and the place of the record. `Intent` is the
 * store's own handle for the record of a call that is to begin.
 */
export interface AuditStore<Intent = unknown> {
  /** False while the store is behind. A call that could begin before its intent is kept has to wait then as well. */
  readonly flows: boolean
  /**
   * Appends the record of a call that is to begin. `about` is the part of the record that the outcome repeats if it becomes a
   * record of its own. `kept` is called once, perhaps before `intend` returns, with whether the record is kept. A `durable` record
   * is kept only when it would survive a loss of power. Without `kept`, the record is kept when there is time.
   *
   * `claim` is taken in the same step: the record is kept if the claim is taken, and otherwise `kept` is called with the reason why
   * not. Only for a durable record, and only in a store that takes claims.
   */
  intend(text: string, about: string, durable: boolean, kept?: (isKept: Kept) => void, claim?: CallClaim): Intent
  /**
   * Appends the outcome of a call: to the record of its intent if that is not written yet, otherwise as a record of its own. `end`
   * settles the claim of the intent, however long that takes.
   */
  complete(intent: Intent, outcome: string, end?: ClaimEnd): void
  /** Appends the record of a call that had no intent. The record is kept when there is time. */
  append(text: string): void
  /**
   * Calls `kept` once, perhaps before `whenKept` returns: with true as soon as everything that came before would survive a loss of
   * power, or with false if some of it may be lost.
   */
  whenKept(kept: (isKept: boolean) => void): void
  /**
   * Counts a call that was refused because its intent was not kept. Returns false if the intent may be on record all the same: then
   * the outcome has to complete it.
   */
  countRefused(intent: Intent): boolean
  /**
   * Keeps the records that are not kept yet, and closes the log in good order. A record that comes later is not kept, and breaks
   * nothing. Never rejects.
   */
  close(): Promise<void>
}

/** Whether an intent is kept; or, if its claim was not taken, why not. */
export type Kept = boolean | NotClaimed
