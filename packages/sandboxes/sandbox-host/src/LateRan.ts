import type { PromisedRan, Ran } from "@toolgate/core"

/** A run that reports its result once. */
interface EndingRun {
  whenEnded(told: (ran: Ran) => void): void
}

/** The later result of a run. A promise would cost more than the rest of the run. */
export class LateRan implements PromisedRan {
  private readonly run: EndingRun

  constructor(run: EndingRun) {
    this.run = run
  }

  // biome-ignore lint/suspicious/noThenProperty: callers await a run
  then(told: (ran: Ran) => void): void {
    this.run.whenEnded(told)
  }
}
