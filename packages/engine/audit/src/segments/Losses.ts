import type { AbandonedSegment, AuditEvent } from "@toolgate/wire"

/** The losses that no record reports yet. */
export class Losses {
  /** The number of records that may be missing. */
  records = 0
  /** The number of calls refused because the log could not be written. */
  refused = 0
  /** Whether records were dropped because the queue was full. */
  haveDropped = false
  /** The first segment that was abandoned. */
  givenUp: AbandonedSegment | undefined = undefined

  get isNone(): boolean {
    return this.records === 0 && this.refused === 0 && this.givenUp === undefined
  }

  /** Returns the record of the losses, or `undefined` if there are none. */
  record(): (AuditEvent & { readonly kind: "log.lost" }) | undefined {
    const { records, refused, givenUp } = this
    return this.isNone ? undefined : { kind: "log.lost", records, refused, given_up: givenUp }
  }

  /** Subtracts the losses that a stored record reports. */
  forget({ records, refused }: { readonly records: number; readonly refused: number }): void {
    this.records -= records
    this.refused -= refused
    this.haveDropped = false
    this.givenUp = undefined
  }
}
