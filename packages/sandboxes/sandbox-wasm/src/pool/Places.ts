import { type DispatchContext, isChild, type PermissionRequest } from "@toolgate/core"
import { Turns } from "./Turns.ts"

/** The call for which somebody needs a process, or `undefined` for the sandbox itself, before there is any call. */
export type Asker = (Pick<DispatchContext, "session" | "caller"> & { readonly callId: string }) | undefined

export const askerOf = ({ callId, context }: PermissionRequest): Asker => ({
  session: context.session,
  caller: context.caller,
  callId
})

/** A caller that waits for a place. */
export interface Placed {
  readonly asker: Asker
}

/** A place, and the number of guests in it: that of a call, and those of the calls that were made for it. */
interface Place {
  readonly session: string | undefined
  readonly keys: Set<string>
  guests: number
}

/** The most guests in one place. */
export const mostInPlace = 4

/**
 * The places of a pool, given to sessions in turn. If there are several places, one session never holds all of them.
 *
 * A call that a guest makes does not wait: it runs in the place of that guest. Otherwise the guest would wait for a
 * call that waits for the guest's place.
 */
export class Places<A extends Placed> {
  private readonly turns: Turns<A>
  private readonly places = new Map<A, Place>()
  private readonly byCall = new Map<string, Place>()
  /** The number of guests in places beyond the first of each. */
  lent = 0

  /** `go` is called for a caller that waited and now has a place. */
  constructor(most: number, go: (one: A) => void) {
    this.turns = new Turns({ perLane: Math.max(1, most - 1), inAll: most }, (one) => {
      this.enter(placeOf(one), one)
      go(one)
    })
  }

  /**
   * Takes a place. `full`: the call was made by a guest, for a call of another guest, and so on, and no further one is
   * allowed.
   */
  take(one: A): "given" | "waits" | "full" {
    const above = this.placeAbove(one)
    if (above !== undefined) {
      if (above.guests >= mostInPlace) return "full"
      this.enter(above, one)
      this.lent++
      return "given"
    }
    if (!this.turns.take(one.asker?.session, one)) return "waits"
    this.enter(placeOf(one), one)
    return "given"
  }

  /** Gives back the caller's place, or takes the caller out of the queue. Returns false if it was in neither. */
  leave(one: A): boolean {
    const place = this.places.get(one)
    if (place === undefined) return this.turns.leave(one.asker?.session, one)
    this.places.delete(one)
    if (--place.guests > 0) {
      this.lent--
      return true
    }
    for (const key of place.keys) if (this.byCall.get(key) === place) this.byCall.delete(key)
    this.turns.release(place.session)
    return true
  }

  /** All callers that wait for a place. */
  get waiting(): ReadonlyArray<A> {
    return this.turns.waiting
  }

  private placeAbove({ asker }: A): Place | undefined {
    if (asker === undefined || !isChild(asker.caller)) return undefined
    const { session, caller } = asker
    return this.byCall.get(keyOf(session, caller.parent)) ?? this.byCall.get(keyOf(session, caller.chain))
  }

  private enter(place: Place, one: A): void {
    place.guests++
    this.places.set(one, place)
    const { asker } = one
    if (asker === undefined) return
    this.name(place, keyOf(asker.session, asker.callId))
    // The calls between this one and the next guest are unknown here. Both guests know the call for which all of them
    // were made.
    if (isChild(asker.caller)) this.name(place, keyOf(asker.session, asker.caller.chain))
  }

  private name(place: Place, key: string): void {
    place.keys.add(key)
    this.byCall.set(key, place)
  }
}

const placeOf = ({ asker }: Placed): Place => ({ session: asker?.session, keys: new Set(), guests: 0 })

// The length keeps apart two pairs whose texts would come out the same.
const keyOf = (session: string, call: string): string => `${session.length}:${session}${call}`
