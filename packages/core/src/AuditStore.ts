import type { CallClaim, ClaimEnd, NotClaimed } from "./CallClaims.ts"

/**
 * Stores the records of an audit log in order. The store knows neither calls nor secrets: a record is text, namely the
 * members of a JSON object without its braces. The store adds the time and the position of each record. `Intent` is the
 * store's handle for the record of a call that is about to start.
 */
export interface AuditStore<Intent = unknown> {
  /** False while the store is behind. A call then has to wait even if it could otherwise start before its intent is stored. */
  readonly flows: boolean
  /**
   * Appends the intent of a call. The outcome repeats `about` if it becomes a separate record. `kept` is called once,
   * perhaps before `intend` returns, with whether the record was stored. A `durable` record counts as stored when it
   * survives a power failure. Without `kept`, the store writes the record when it has time.
   *
   * `claim` is taken in the same step. If the claim fails, the record is not stored and `kept` receives the reason. Pass a
   * claim only with a durable record, and only to a store that takes claims.
   */
  intend(
    text: string,
    about: string,
    durable: boolean,
    kept?: (isKept: IntentResult) => void,
    claim?: CallClaim
  ): Intent
  /**
   * Appends the outcome of a call: to the record of its intent if that is not written yet, otherwise as a separate record.
   * `end` settles the claim of the intent, however long that takes.
   */
  complete(intent: Intent, outcome: string, end?: ClaimEnd): void
  /** Appends the record of a call without an intent. The store writes it when it has time. */
  append(text: string): void
  /**
   * Calls `kept` once, perhaps before `whenKept` returns: with true when all earlier records survive a power failure, or
   * with false if some may be lost.
   */
  whenKept(kept: (isKept: boolean) => void): void
  /**
   * Counts a call that was refused because its intent was not stored. Returns false if the intent may be in the log after
   * all; complete it with the outcome then.
   */
  countRefused(intent: Intent): boolean
  /** Writes the pending records and closes the log. Later records are ignored. Never rejects. */
  close(): Promise<void>
}

/** Whether an intent was stored, or why its claim was not taken. */
export type IntentResult = boolean | NotClaimed
