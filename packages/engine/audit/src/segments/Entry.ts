import type { CallClaim, Kept, NotClaimed } from "@toolgate/core"
import type { RecordPlace } from "@toolgate/wire"

/** A record on its way into a segment. */
export class Entry {
  /** The time of the record: ISO 8601, UTC. */
  readonly at = timeOfNow()
  /**
   * The record's other members, as JSON without braces. For an outcome, without the members that it shares with its
   * intent. Empty for an entry without a record, with which a caller waits for the entries before.
   */
  readonly text: string
  /** Whether the record must survive a power failure before it counts as kept. */
  readonly durable: boolean
  /** Called once, with whether the record was kept. A record without `kept` is written when there is time. */
  readonly kept: ((isKept: Kept) => void) | undefined
  /**
   * The members that an outcome shares with this intent, added when the outcome becomes a record of its own. Empty for
   * other entries.
   */
  readonly about: string
  /** The record of the intent, if this entry is an outcome. */
  readonly intent: Entry | undefined
  /** The claim that is taken together with the record. */
  readonly claim: CallClaim | undefined
  /** The reason why the claim was not taken. The record is not written then. */
  notClaimed: NotClaimed | undefined = undefined
  /**
   * The members of the outcome, if this entry is an intent and its outcome came before it was written. One record then
   * holds both.
   */
  outcome: string | undefined = undefined
  /** The place where the record was put. */
  place: RecordPlace | undefined = undefined
  /** Whether the record is still to be written. */
  isQueued = false
  /** The next record in the queue. */
  next: Entry | undefined = undefined

  constructor(
    text: string,
    durable = false,
    kept?: (isKept: Kept) => void,
    about = "",
    intent?: Entry,
    claim?: CallClaim
  ) {
    this.text = text
    this.durable = durable
    this.kept = kept
    this.about = about
    this.intent = intent
    this.claim = claim
  }
}

/** Whether an entry holds a record. */
export const isRecord = ({ text }: Entry): boolean => text !== ""

// A cache of the last time, because many records have the same millisecond.
const last = { at: 0, text: "" }

/** Returns the time of a record that is made now: ISO 8601, UTC. */
const timeOfNow = (): string => {
  const at = Date.now()
  if (at !== last.at) {
    last.at = at
    last.text = new Date(at).toISOString()
  }
  return last.text
}

/**
 * Notifies whoever waits for an entry. An error of theirs does not stop the writing: it is thrown on its own, as it would
 * be without the store.
 */
export const notify = ({ kept }: Entry, isKept: Kept): void => {
  try {
    kept?.(isKept)
  } catch (cause) {
    queueMicrotask(() => {
      throw cause
    })
  }
}
