import type { CallClaim, IntentResult, NotClaimed } from "@toolgate/core"
import type { RecordPosition } from "@toolgate/wire"

/** A record on its way into a segment. */
export class SegmentEntry {
  /** The time of the record (ISO 8601, UTC). */
  readonly at = timeOfNow()
  /**
   * The record's other members, as JSON without braces. An outcome leaves out the members that it shares with its
   * intent. Empty for a marker, with which a caller waits for the previous entries.
   */
  readonly text: string
  /** Whether the record must survive a power failure before it counts as stored. */
  readonly durable: boolean
  /** Called once, with whether the record was stored. Without `kept`, the record can wait. */
  readonly kept: ((isKept: IntentResult) => void) | undefined
  /**
   * The members that an outcome shares with this intent. They are added if the outcome becomes a separate record. Empty
   * for other entries.
   */
  readonly about: string
  /** The record of the intent, if this entry is an outcome. */
  readonly intent: SegmentEntry | undefined
  /** The claim to take together with the record. */
  readonly claim: CallClaim | undefined
  /** The reason why the claim was not taken. The record is not written in that case. */
  notClaimed: NotClaimed | undefined = undefined
  /** The members of the outcome, if it arrived before this intent was written. One record then contains both. */
  outcome: string | undefined = undefined
  /** The record's position in the log. */
  place: RecordPosition | undefined = undefined
  /** Whether the record is still in the queue. */
  isQueued = false
  /** The next record in the queue. */
  next: SegmentEntry | undefined = undefined

  constructor(
    text: string,
    durable = false,
    kept?: (isKept: IntentResult) => void,
    about = "",
    intent?: SegmentEntry,
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

export const isRecord = ({ text }: SegmentEntry): boolean => text !== ""

// The last time as text, because many records share a millisecond.
const last = { at: 0, text: "" }

/** Returns the current time (ISO 8601, UTC). */
const timeOfNow = (): string => {
  const at = Date.now()
  if (at !== last.at) {
    last.at = at
    last.text = new Date(at).toISOString()
  }
  return last.text
}

/**
 * Notifies the caller that waits for an entry. An error of the callback does not stop writing; it is thrown in a
 * microtask.
 */
export const notify = ({ kept }: SegmentEntry, isKept: IntentResult): void => {
  try {
    kept?.(isKept)
  } catch (cause) {
    queueMicrotask(() => {
      throw cause
    })
  }
}
