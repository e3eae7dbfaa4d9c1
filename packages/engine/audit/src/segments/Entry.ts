import type { RecordPlace } from "@toolgate/wire"
import { timeOfNow } from "./timeOfNow.ts"

/** A record on its way into a segment. */
export class Entry {
  /** Its time: ISO 8601, UTC. */
  readonly at = timeOfNow()
  /** The other members of a JSON object; of an outcome, but for what its intent says of the call as well. */
  readonly text: string
  /** It has to survive the loss of power before it is told as kept. */
  readonly durable: boolean
  /** Called once, with whether it is kept. Without it, it is kept when there is time. */
  readonly kept: ((isKept: boolean) => void) | undefined
  /** Of the record of a call that is to begin: what its outcome says as well, where that is a record of its own. */
  readonly about: string
  /** Of an outcome: the record of its intent. */
  readonly intent: Entry | undefined
  /** Of an intent: the outcome's members, where it came before the intent was written. Then both are one record. */
  outcome: string | undefined = undefined
  /** Where it was put. */
  place: RecordPlace | undefined = undefined
  /** It is still to be written. */
  isQueued = false
  /** The one that is to be written after it. */
  next: Entry | undefined = undefined

  constructor(text: string, durable = false, kept?: (isKept: boolean) => void, about = "", intent?: Entry) {
    this.text = text
    this.durable = durable
    this.kept = kept
    this.about = about
    this.intent = intent
  }
}
