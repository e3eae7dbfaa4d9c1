import type { RecordPlace } from "@toolgate/wire"

/** A record on its way, which says nothing yet of its place in the log. */
export interface Entry {
  /** Its time: ISO 8601, UTC. */
  readonly at: string
  /** The other members of a JSON object; of an outcome, but for what its intent says of the call as well. */
  readonly text: string
  /** For the outcome of a call: the record of its intent. */
  readonly intent?: Intent
  /** It has to survive the loss of power before it is told as kept. */
  readonly durable: boolean
  /** Told once, perhaps before `append` returns, whether it is kept. Without it, it is kept when there is time. */
  readonly kept: ((isKept: boolean) => void) | undefined
  /** Where it was put; set by the store. */
  place: RecordPlace | undefined
  /** It is still to be written; set by the store. */
  isQueued: boolean
  /** The one that is to be written after it; set by the store. */
  next: Entry | undefined
}

/** The record of a call that is to begin. */
export interface Intent extends Entry {
  /** What its outcome says of the call as well, where that is a record of its own: members of a JSON object. */
  readonly about: string
  /** The outcome's members, where it came before the intent was written: then both are one record. Set by the store. */
  outcome: string | undefined
}

/**
 * Where records are kept, in the order in which they come. It knows neither calls nor secrets, and what makes the records
 * knows nothing of files: another store takes this one's place here.
 */
export interface AuditStore {
  /** False: whoever can wait until a record is kept has to. */
  readonly flows: boolean
  readonly append: (entry: Entry) => void
  /** Appends the outcome of a call: to the record of its intent where that is still to be written, and else as a record of its own. */
  readonly complete: (intent: Intent, outcome: string) => void
  /** A call was refused, and nothing of it is on record. */
  readonly countRefused: () => void
  /** Keeps what is still to be kept, and ends the log in good order. Never rejects. */
  readonly close: () => Promise<void>
}
