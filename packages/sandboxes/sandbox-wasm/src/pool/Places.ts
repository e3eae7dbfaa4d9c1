import {
  type DispatchContext,
  FairSlots,
  getQueueShare,
  isChild,
  type PermissionRequest,
  type QueueShare,
  type SlotTicket,
  shareSlots
} from "@toolgate/core"

/** The call for which somebody needs a process, or `undefined` for the sandbox itself, before there is any call. */
export type Asker =
  | (Pick<DispatchContext, "session" | "caller" | "principal"> & { readonly callId: string })
  | undefined

/** Returns the share of a call, or that of the sandbox itself. */
export const shareOfAsker = (asker: Asker): QueueShare => (asker === undefined ? ofSandbox : getQueueShare(asker))

// No agent has this name, because a name is a text that can be shown.
const ofSandbox: QueueShare = { agent: "\0sandbox", session: "" }

export const askerOf = ({ callId, context }: PermissionRequest): Asker => ({
  session: context.session,
  caller: context.caller,
  principal: context.principal,
  callId
})

/** A caller that waits for a place. */
export interface Placed {
  readonly asker: Asker
  /** The time that the caller waits for a place that others use, in milliseconds. */
  readonly queueMs: number
}

/** The functions that are called for a caller that waited. */
interface PlaceListeners<A> {
  /** Called when the caller has a place. */
  readonly go: (one: A) => void
  /** Called when the caller has waited for too long, and has left. */
  readonly tooLate: (one: A) => void
}

/** A guest in a place. */
interface Guest {
  /** The number of guests of which each was called by the one before, with this one. */
  readonly depth: number
  /** The call for which the guest was called: the guest's that calls it, as far as that is known. Undefined: it was the first. */
  readonly above: string | undefined
}

/** A place with its guests: that of a call, and those of the calls that were made for it. */
interface Place<A> {
  readonly ticket: SlotTicket
  /** The calls by which the place is found, and the depth of those that are guests. */
  readonly keys: Map<string, number | undefined>
  readonly guests: Map<A, Guest>
  /** Callers that wait until a guest that was called beside them has ended. */
  readonly waiting: Map<A, Guest>
}

/** The most guests of which each was called by the one before. */
export const mostDeep = 4

/** The most guests that one guest calls at once. */
export const mostBeside = 4

/**
 * The places of a pool, given to agents in turn, and to the sessions of an agent. If there are several places, one agent never holds all
 * of them, and one session leaves another one to its agent.
 *
 * A call that a guest makes takes no place of its own: it runs in the place of that guest. Otherwise the guest would wait for a
 * call that waits for the guest's place. If a guest makes many calls of guests at once, some wait for the others.
 */
export class Places<A extends Placed> {
  private readonly slots: FairSlots
  private readonly tickets = new Map<A, SlotTicket>()
  private readonly places = new Map<A, Place<A>>()
  private readonly byCall = new Map<string, Place<A>>()
  private readonly listeners: PlaceListeners<A>
  /** The number of guests in places beyond the first of each. */
  lent = 0

  constructor(most: number, listeners: PlaceListeners<A>) {
    this.listeners = listeners
    this.slots = new FairSlots(shareSlots(most))
  }

  /**
   * Takes a place. `full`: the call was made by a guest, for a call of another guest, and so on, and no further one is
   * allowed.
   */
  take(one: A): "given" | "waits" | "full" {
    const above = this.placeAbove(one)
    if (above !== undefined) {
      const { place, guest } = above
      if (guest === undefined) return "full"
      const isGiven = hasRoom(place, guest)
      if (isGiven) this.lend(place, one, guest)
      else place.waiting.set(one, guest)
      this.places.set(one, place)
      return isGiven ? "given" : "waits"
    }
    const ticket = this.slots.enter(
      shareOfAsker(one.asker),
      {
        served: () => {
          this.seat(one, ticket)
          this.listeners.go(one)
        },
        tooLate: () => {
          this.tickets.delete(one)
          this.listeners.tooLate(one)
        }
      },
      one.queueMs
    )
    if (ticket.hasSlot) this.seat(one, ticket)
    else this.tickets.set(one, ticket)
    return ticket.hasSlot ? "given" : "waits"
  }

  /** Gives back the caller's place, or takes the caller out of the queue. Returns false if it was in neither. */
  leave(one: A): boolean {
    const place = this.places.get(one)
    if (place === undefined) {
      this.tickets.get(one)?.leave()
      return this.tickets.delete(one)
    }
    this.places.delete(one)
    if (place.waiting.delete(one)) return true
    place.guests.delete(one)
    if (place.guests.size + place.waiting.size > 0) {
      this.lent--
      this.serve(place)
      return true
    }
    for (const key of place.keys.keys()) if (this.byCall.get(key) === place) this.byCall.delete(key)
    place.ticket.leave()
    return true
  }

  /** All callers that wait for a place. */
  get waiting(): ReadonlyArray<A> {
    const beside = [...new Set(this.places.values())].flatMap(({ waiting }) => [...waiting.keys()])
    return [...this.tickets.keys(), ...beside]
  }

  /** Returns the place of the guest that makes a call, and the guest that the call has there; no guest if it would be too deep. */
  private placeAbove({ asker }: A): { readonly place: Place<A>; readonly guest: Guest | undefined } | undefined {
    if (asker === undefined || !isChild(asker.caller)) return undefined
    const { session, caller } = asker
    const [parent, chain] = [keyOf(session, caller.parent), keyOf(session, caller.chain)]
    const above = this.byCall.has(parent) ? parent : chain
    const place = this.byCall.get(above)
    if (place === undefined) return undefined
    // Where calls that are no guests are between, each guest of the place may have been called by the one before.
    const depth = 1 + ((above === parent ? place.keys.get(parent) : undefined) ?? place.guests.size)
    return { place, guest: depth > mostDeep ? undefined : { depth, above } }
  }

  private serve(place: Place<A>): void {
    for (const [one, guest] of place.waiting) {
      if (!hasRoom(place, guest)) continue
      place.waiting.delete(one)
      this.lend(place, one, guest)
      this.listeners.go(one)
      return
    }
  }

  private seat(one: A, ticket: SlotTicket): void {
    this.tickets.delete(one)
    this.enter({ ticket, keys: new Map(), guests: new Map(), waiting: new Map() }, one, first)
  }

  private lend(place: Place<A>, one: A, guest: Guest): void {
    this.enter(place, one, guest)
    this.lent++
  }

  private enter(place: Place<A>, one: A, guest: Guest): void {
    place.guests.set(one, guest)
    this.places.set(one, place)
    const { asker } = one
    if (asker === undefined) return
    this.name(place, keyOf(asker.session, asker.callId), guest.depth)
    // The calls between this one and the next guest are unknown here. Both guests know the call for which all of them
    // were made.
    if (isChild(asker.caller)) this.name(place, keyOf(asker.session, asker.caller.chain), undefined)
  }

  private name(place: Place<A>, key: string, depth: number | undefined): void {
    if (depth !== undefined || !place.keys.has(key)) place.keys.set(key, depth)
    this.byCall.set(key, place)
  }
}

const first: Guest = { depth: 1, above: undefined }

const hasRoom = <A>({ guests }: Place<A>, { above }: Guest): boolean => {
  let beside = 0
  for (const guest of guests.values()) if (guest.above === above) beside++
  return beside < mostBeside
}

// The length keeps apart two pairs whose texts would come out the same.
const keyOf = (session: string, call: string): string => `${session.length}:${session}${call}`
