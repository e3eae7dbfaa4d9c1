import { createHash } from "node:crypto"
import { type BrokerAnswer, type ChainRun, canonicalJson } from "@toolgate/core"
import type { CallOutcome } from "./ChainTrace.ts"

/** The beginning of a recorded run: all that makes the script do the same again, given the same answers. */
export interface RunBeginning {
  readonly version: 1
  readonly engine: string
  /** The digest of the frame around the script's text. */
  readonly frame: string
  readonly clock: number
  readonly random: number
}

/**
 * An entry of a run's record.
 *
 * - `intent`: the script has made a call, which is going to be made.
 * - `waits`: the call waits for an approval.
 * - `outcome`: the answer to a call. Of a request to the broker, only the digest of its answer.
 */
export type RunEntry =
  | { readonly kind: "intent"; readonly index: number; readonly tool: string; readonly digest: string }
  | { readonly kind: "waits"; readonly index: number; readonly approval: string }
  | RecordedOutcome

interface RecordedOutcome {
  readonly kind: "outcome"
  readonly index: number
  readonly answer?: BrokerAnswer
  readonly outcome?: CallOutcome
  readonly seen?: string
}

/** The record of a run as it is when the run begins, or goes on. */
export class Recorded {
  readonly beginning: RunBeginning
  /** In what this gate differs from the one that recorded the run, if the script could do something else here. */
  readonly differs: string | undefined
  readonly intents: Array<RunEntry & { kind: "intent" }> = []
  readonly waits = new Map<number, string>()
  readonly outcomes = new Map<number, RecordedOutcome>()
  /** Ends when the script has all answers that are on record. */
  readonly allAnswered: Promise<void>
  private readonly turns: ReadonlyMap<RecordedOutcome, PromiseWithResolvers<void>>
  private readonly order: ReadonlyArray<RecordedOutcome>
  private readonly all = Promise.withResolvers<void>()

  constructor(run: ChainRun | undefined, own: RunBeginning) {
    this.beginning = run === undefined ? own : JSON.parse(run.first)
    const { version, engine, frame } = this.beginning
    this.differs =
      version !== own.version || frame !== own.frame
        ? "another version of Toolgate has recorded it"
        : engine !== own.engine
          ? `it was recorded with ${engine}, and this gate has ${own.engine}`
          : undefined
    for (const text of run?.entries ?? []) {
      const entry: RunEntry = JSON.parse(text)
      if (entry.kind === "intent") this.intents[entry.index] = entry
      else if (entry.kind === "waits") this.waits.set(entry.index, entry.approval)
      else this.outcomes.set(entry.index, entry)
    }
    this.order = [...this.outcomes.values()]
    this.turns = new Map(this.order.map((outcome) => [outcome, Promise.withResolvers<void>()]))
    this.allAnswered = this.all.promise
    this.next(0)
  }

  /** Waits until the script has every answer that it had before this one. */
  async turn(outcome: RecordedOutcome): Promise<void> {
    await this.turns.get(outcome)?.promise
    // The answer is on its way to the script before the next one is.
    setImmediate(() => this.next(this.order.indexOf(outcome) + 1))
  }

  private next(at: number): void {
    const next = this.order[at]
    if (next === undefined) this.all.resolve()
    else this.turns.get(next)?.resolve()
  }
}

/** Returns the digest of a text or a value. */
export const digestOf = (value: string | BrokerAnswer): string =>
  createHash("sha256")
    .update(typeof value === "string" ? value : canonicalJson(value))
    .digest("hex")
