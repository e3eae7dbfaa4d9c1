import type { CallInFlight } from "./CallInFlight.ts"

/** Up to so many flights are looked through; a map of names that are used once costs a call more than that. */
const few = 8

/** The calls in flight of one session, by their ids. */
export class FlightTable {
  private readonly first: Array<CallInFlight> = []
  private readonly rest = new Map<string, CallInFlight>()

  get size(): number {
    return this.first.length + this.rest.size
  }

  get(id: string): CallInFlight | undefined {
    for (const flight of this.first) if (flight.callId === id) return flight
    return this.rest.size === 0 ? undefined : this.rest.get(id)
  }

  add(flight: CallInFlight): void {
    if (this.first.length < few) this.first.push(flight)
    else this.rest.set(flight.callId, flight)
  }

  delete(flight: CallInFlight): void {
    const at = this.first.indexOf(flight)
    if (at < 0) {
      this.rest.delete(flight.callId)
      return
    }
    const last = this.first.pop()
    if (last !== undefined && last !== flight) this.first[at] = last
  }

  all(): ReadonlyArray<CallInFlight> {
    return [...this.first, ...this.rest.values()]
  }
}
