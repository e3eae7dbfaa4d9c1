import { allRight } from "../allRight.ts"

/** What a process that makes calls is to do. */
export interface Order {
  /** `echo` gives the text back, `length` says how long it is. */
  readonly tool: "echo" | "length"
  readonly times: number
  /** How many calls are made before the first answer is waited for. */
  readonly inFlight: number
  /** How long the text of each call is; a few letters, unless told otherwise. */
  readonly size?: number
  /** Told, it is in the text of each call, with its number: no answer is like another then. */
  readonly by?: string
}

/** A process that makes calls. */
export interface Caller {
  /** Has it make them. Rejects unless each was answered once, as it should be. */
  readonly make: (order: Order) => Promise<void>
  readonly close: () => Promise<void>
}

const nothing: Order = { tool: "echo", times: 0, inFlight: 0 }

/** An answer that is lost would be waited for without end. */
const patienceMs = 60_000

/** The orders of one process, which asks for the next with how many calls of the last were answered rightly. */
export class Orders {
  private readonly arrival = Promise.withResolvers<void>()
  private take: (order: Order) => void = () => {}
  private done: (right: number) => void = () => {}
  private broken: (why: Error) => void = this.arrival.reject

  /** Settles when the process has asked for the first time. */
  get arrived(): Promise<void> {
    return this.arrival.promise
  }

  /** For the process. Aborted, it is answered that there is nothing to do. */
  ask(right: number, signal?: AbortSignal): Promise<Order> {
    this.arrival.resolve()
    this.done(right)
    return new Promise((resolve) => {
      this.take = resolve
      signal?.addEventListener("abort", () => resolve(nothing))
    })
  }

  /** Nothing is asked for any more. */
  end(why: Error): void {
    this.broken(why)
  }

  async give(order: Order): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.done = resolve
    this.broken = reject
    const patience = setTimeout(() => reject(new Error("An answer did not come.")), patienceMs)
    try {
      this.take(order)
      allRight(await promise, order.times)
    } finally {
      clearTimeout(patience)
    }
  }
}
