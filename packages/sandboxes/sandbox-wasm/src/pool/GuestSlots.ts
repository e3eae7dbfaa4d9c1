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

/** The call that needs a process, or `undefined` for the sandbox itself, before any call. */
export type SlotAsker =
  | (Pick<DispatchContext, "session" | "caller" | "principal"> & { readonly callId: string })
  | undefined

/** Returns the queue share of a call, or of the sandbox itself. */
export const getAskerShare = (asker: SlotAsker): QueueShare => (asker === undefined ? ofSandbox : getQueueShare(asker))

// No agent has this name, because names are printable.
const ofSandbox: QueueShare = { agent: "\0sandbox", session: "" }

export const makeAsker = ({ callId, context }: PermissionRequest): SlotAsker => ({
  session: context.session,
  caller: context.caller,
  principal: context.principal,
  callId
})

/** A caller that needs a slot. */
export interface SlotWaiter {
  readonly asker: SlotAsker
  /** The longest wait for a slot, in milliseconds. */
  readonly queueMs: number
}

/** Receives the result of a wait. */
interface PlaceListeners<A> {
  /** Called when the caller gets a slot. */
  readonly go: (one: A) => void
  /** Called when the caller has waited too long and has left the queue. */
  readonly tooLate: (one: A) => void
}

/** A guest in a slot. */
interface Guest {
  /** The length of the chain of guests that called each other, including this one. */
  readonly depth: number
  /** The call that started the guest: the calling guest's, if it is known. Undefined for the first guest. */
  readonly above: string | undefined
}

/** A slot with its guests: the guest of a call, and guests of calls that it made. */
interface GuestSlot<A> {
  readonly ticket: SlotTicket
  /** Calls that belong to the slot, with the depth of those that are guests. */
  readonly keys: Map<string, number | undefined>
  readonly guests: Map<A, Guest>
  /** Callers that wait until a sibling guest has ended. */
  readonly waiting: Map<A, Guest>
}

/** The longest chain of guests that call each other. */
export const mostDeep = 4

/** The most guests that one guest may call at once. */
export const mostBeside = 4

/**
 * The slots of a pool, shared fairly between agents, and between the sessions of an agent. With several slots, an agent
 * never holds all of them, and a session leaves one to its agent's other sessions.
 *
 * A guest that another guest calls runs in its caller's slot. Otherwise the caller would wait for a call that waits for
 * the caller's slot. If a guest calls many guests at once, some of them wait.
 */
export class GuestSlots<A extends SlotWaiter> {
  private readonly slots: FairSlots
  private readonly tickets = new Map<A, SlotTicket>()
  private readonly places = new Map<A, GuestSlot<A>>()
  private readonly byCall = new Map<string, GuestSlot<A>>()
  private readonly listeners: PlaceListeners<A>
  /** Guests in slots, without the first of each. */
  lent = 0

  constructor(most: number, listeners: PlaceListeners<A>) {
    this.listeners = listeners
    this.slots = new FairSlots(shareSlots(most))
  }

  /** Takes a slot. `full`: guests call each other too deep. */
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
      getAskerShare(one.asker),
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

  /** Frees the caller's slot, or removes the caller from the queue. Returns false if it had neither. */
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

  /** All callers that wait for a slot. */
  get waiting(): ReadonlyArray<A> {
    const beside = [...new Set(this.places.values())].flatMap(({ waiting }) => [...waiting.keys()])
    return [...this.tickets.keys(), ...beside]
  }

  /** Returns the slot of the guest that makes a call, and the new guest in it. No guest if the calls are too deep. */
  private placeAbove({ asker }: A): { readonly place: GuestSlot<A>; readonly guest: Guest | undefined } | undefined {
    if (asker === undefined || !isChild(asker.caller)) return undefined
    const { session, caller } = asker
    const [parent, chain] = [keyOf(session, caller.parent), keyOf(session, caller.chain)]
    const above = this.byCall.has(parent) ? parent : chain
    const place = this.byCall.get(above)
    if (place === undefined) return undefined
    // If other calls are in between, every guest of the slot may be an ancestor.
    const depth = 1 + ((above === parent ? place.keys.get(parent) : undefined) ?? place.guests.size)
    return { place, guest: depth > mostDeep ? undefined : { depth, above } }
  }

  private serve(place: GuestSlot<A>): void {
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

  private lend(place: GuestSlot<A>, one: A, guest: Guest): void {
    this.enter(place, one, guest)
    this.lent++
  }

  private enter(place: GuestSlot<A>, one: A, guest: Guest): void {
    place.guests.set(one, guest)
    this.places.set(one, place)
    const { asker } = one
    if (asker === undefined) return
    this.name(place, keyOf(asker.session, asker.callId), guest.depth)
    // Calls between this one and the next guest are unknown here. Both guests know the call at the root of the chain.
    if (isChild(asker.caller)) this.name(place, keyOf(asker.session, asker.caller.chain), undefined)
  }

  private name(place: GuestSlot<A>, key: string, depth: number | undefined): void {
    if (depth !== undefined || !place.keys.has(key)) place.keys.set(key, depth)
    this.byCall.set(key, place)
  }
}

const first: Guest = { depth: 1, above: undefined }

const hasRoom = <A>({ guests }: GuestSlot<A>, { above }: Guest): boolean => {
  let beside = 0
  for (const guest of guests.values()) if (guest.above === above) beside++
  return beside < mostBeside
}

// The length keeps different pairs with the same concatenation apart.
const keyOf = (session: string, call: string): string => `${session.length}:${session}${call}`
