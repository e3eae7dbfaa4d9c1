import type { DispatchContext, PermissionRequest } from "@toolgate/core"
import { Turns } from "./Turns.ts"

/** The call that somebody needs a process for; `undefined` for the sandbox itself, before there is any call. */
export type Asker = (Pick<DispatchContext, "session" | "caller"> & { readonly callId: string }) | undefined

export const askerOf = ({ callId, context }: PermissionRequest): Asker => ({
  session: context.session,
  caller: context.caller,
  callId
})

/** Whoever waits for a place. */
export interface Placed {
  readonly asker: Asker
}

/** A place, and how many are in it: a call, and the calls that were made for it. */
interface Place {
  readonly session: string | undefined
  readonly keys: Set<string>
  guests: number
}

/** How many guests may be in one place. */
export const mostInPlace = 4

/**
 * The places of a pool, given to sessions in turn. One session never holds all of them, if there are several.
 *
 * A call that a guest makes waits for nobody: it runs in the place of that guest, which would otherwise wait for a call that waits
 * for its place.
 */
export class Places<A extends Placed> {
  private readonly turns: Turns<A>
  private readonly places = new Map<A, Place>()
  private readonly byCall = new Map<string, Place>()
  /** How many are in places beyond the first of each. */
  lent = 0

  /** `go` is called for whoever waited and has a place now. */
  constructor(most: number, go: (one: A) => void) {
    this.turns = new Turns({ perLane: Math.max(1, most - 1), inAll: most }, (one) => {
      this.enter(placeOf(one), one)
      go(one)
    })
  }

  /** `full`: a guest made this call, for a call of a guest, and so on, and there may be no further one. */
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

  /** Gives back what it has, or leaves the queue; false if it does neither. */
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

  /** Everybody who waits for a place. */
  get waiting(): ReadonlyArray<A> {
    return this.turns.waiting
  }

  private placeAbove({ asker }: A): Place | undefined {
    if (asker?.caller.kind !== "chain") return undefined
    const { session, caller } = asker
    return this.byCall.get(keyOf(session, caller.parent)) ?? this.byCall.get(keyOf(session, caller.chain))
  }

  private enter(place: Place, one: A): void {
    place.guests++
    this.places.set(one, place)
    const { asker } = one
    if (asker === undefined) return
    this.name(place, keyOf(asker.session, asker.callId))
    // Calls between this one and the next guest are nobody's here; both know the call that all of them were made for.
    if (asker.caller.kind === "chain") this.name(place, keyOf(asker.session, asker.caller.chain))
  }

  private name(place: Place, key: string): void {
    place.keys.add(key)
    this.byCall.set(key, place)
  }
}

const placeOf = ({ asker }: Placed): Place => ({ session: asker?.session, keys: new Set(), guests: 0 })

// The length keeps two pairs apart whose texts come out the same.
const keyOf = (session: string, call: string): string => `${session.length}:${session}${call}`
