import type { CallInFlight } from "./CallInFlight.ts"

/** The number of flights that are searched one by one. A map whose names are used only once costs a call more than the search. */
const few = 8

/** The calls in flight of one session, by their ids. */
export class FlightTable {
  /** An array of constant length: an array that shrinks and grows is allocated anew for each call. */
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
