import type { CheckedLimits } from "../DispatchLimits.ts"
import { CallSlots, SharedCallSlots } from "../slots/CallSlots.ts"
import type { CallInFlight } from "./CallInFlight.ts"

class Session {
  readonly id: string
  readonly slots: CallSlots
  readonly flights = new FlightTable()

  constructor(id: string, slots: CallSlots) {
    this.id = id
    this.slots = slots
  }
}

/** The number of idle sessions to cache, so that an active session is not recreated for each call. */
const idleKept = 256

export class Sessions {
  private readonly sessions = new Map<string, Session>()
  private readonly callsPerSession: number
  private readonly slots: SharedCallSlots

  constructor({ callsPerSession, callsInAll, queueMs }: CheckedLimits) {
    this.callsPerSession = callsPerSession
    this.slots = new SharedCallSlots(callsInAll, queueMs)
  }

  of(id: string): Session {
    let session = this.sessions.get(id)
    if (session === undefined) {
      session = new Session(id, new CallSlots(this.callsPerSession, this.slots))
      this.sessions.set(id, session)
    }
    return session
  }

  leave(flight: CallInFlight): void {
    const session = this.of(flight.context.session)
    session.flights.delete(flight)
    if (session.flights.size === 0 && this.sessions.size > idleKept) this.sessions.delete(session.id)
  }

  flight(session: string, callId: string): CallInFlight | undefined {
    return this.sessions.get(session)?.flights.get(callId)
  }

  /** Returns the calls in flight of one session, or of all. */
  flights(id?: string): ReadonlyArray<CallInFlight> {
    const sessions = id === undefined ? [...this.sessions.values()] : [this.sessions.get(id)]
    return sessions.flatMap((session) => (session === undefined ? [] : session.flights.all()))
  }
}

/** The number of calls to search linearly. A map with single-use keys costs more than the search. */
const few = 8

class FlightTable {
  /** Fixed length: an array that grows and shrinks is reallocated for each call. */
  private readonly first: Array<CallInFlight | undefined> = Array.from({ length: few })
  private count = 0
  private readonly rest = new Map<string, CallInFlight>()

  get size(): number {
    return this.count + this.rest.size
  }

  get(id: string): CallInFlight | undefined {
    for (let at = 0; at < this.count; at++) if (this.first[at]?.callId === id) return this.first[at]
    return this.rest.size === 0 ? undefined : this.rest.get(id)
  }

  add(flight: CallInFlight): void {
    if (this.count < few) this.first[this.count++] = flight
    else this.rest.set(flight.callId, flight)
  }

  delete(flight: CallInFlight): void {
    const at = this.first.indexOf(flight)
    if (at < 0) {
      this.rest.delete(flight.callId)
      return
    }
    this.count--
    this.first[at] = this.first[this.count]
    this.first[this.count] = undefined
  }

  all(): ReadonlyArray<CallInFlight> {
    return [...this.first.filter((flight) => flight !== undefined), ...this.rest.values()]
  }
}
