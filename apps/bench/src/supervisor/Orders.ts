import { assertAllRight } from "../assertAllRight.ts"

/** An order for a process that makes calls. */
export interface Order {
  /** The tool to call. `echo` returns the text, `length` its length. */
  readonly tool: "echo" | "length"
  readonly times: number
  /** The number of concurrent calls. */
  readonly inFlight: number
  /** The length of the text in each call. Default: a few letters. */
  readonly size?: number
  /** A name that each call's text contains with the call's number, so that all answers differ. Default: equal texts. */
  readonly by?: string
}

/** A process that makes calls. */
export interface Caller {
  /** Makes the process execute an order. Rejects unless each call was answered exactly once and correctly. */
  readonly make: (order: Order) => Promise<void>
  readonly close: () => Promise<void>
}

const nothing: Order = { tool: "echo", times: 0, inFlight: 0 }

/** The timeout for a lost answer, in milliseconds. Without it, a case would wait for ever. */
const patienceMs = 60_000

/** The orders for one process. The process requests the next order and reports the correct answers to the last one. */
export class Orders {
  private readonly arrival = Promise.withResolvers<void>()
  private take: (order: Order) => void = () => {}
  private done: (right: number) => void = () => {}
  private broken: (why: Error) => void = this.arrival.reject

  /** Settles on the process's first request. */
  get arrived(): Promise<void> {
    return this.arrival.promise
  }

  /** Requests the next order for the process. If the signal aborts, the order is empty. */
  ask(right: number, signal?: AbortSignal): Promise<Order> {
    this.arrival.resolve()
    this.done(right)
    return new Promise((resolve) => {
      this.take = resolve
      signal?.addEventListener("abort", () => resolve(nothing))
    })
  }

  /** Ends the orders. Later orders fail with this error. */
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
      assertAllRight(await promise, order.times)
    } finally {
      clearTimeout(patience)
    }
  }
}
