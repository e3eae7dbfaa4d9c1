import type { PromisedRan, Ran } from "@toolgate/core"

/** A run that tells once what it came to. */
interface EndingRun {
  whenEnded(told: (ran: Ran) => void): void
}

/** The end of a run that goes on. A promise of it would cost a call more than the rest of the run. */
export class LateRan implements PromisedRan {
  private readonly run: EndingRun

  constructor(run: EndingRun) {
    this.run = run
  }

  // biome-ignore lint/suspicious/noThenProperty: whoever waits for a run awaits this
  then(told: (ran: Ran) => void): void {
    this.run.whenEnded(told)
  }
}
