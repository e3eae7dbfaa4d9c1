import { createHash, randomBytes, randomInt } from "node:crypto"
import type { BrokerAnswer, BrokeredGuest, ChainRun } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { ChainCallRecord } from "./ChainRunResult.ts"
import type { CallOutcome } from "./ChainTrace.ts"
import { scriptFrame } from "./scriptFrame.ts"

/** The beginning of a recorded run: all that makes the script do the same again, given the same answers. */
export interface RunBeginning {
  readonly version: 1
  readonly engine: string
  /** The digest of the frame around the script's text. */
  readonly frame: string
  readonly clock: number
  readonly random: number
  /** The key of the digests in the trace. */
  readonly key: string
}

/** Returns the beginning of a run that begins in this gate, with this script engine. */
export const newBeginning = (engine: string): RunBeginning => ({
  version: 1,
  engine,
  frame: frameDigest,
  clock: Date.now(),
  random: randomInt(2 ** 47),
  key: randomBytes(32).toString("hex")
})

const { before, after } = scriptFrame({ code: "" })
const frameDigest = createHash("sha256").update(before).update("\0").update(after).digest("hex")

/**
 * An entry of a run's record.
 *
 * - `intent`: the script has made a call, which is going to be made, or to be made again with the approval that it waited for.
 * - `waits`: the call waits for an approval.
 * - `outcome`: the answer to a call. Of a request to the broker, only the digest of its answer.
 */
export type RunEntry =
  | { readonly kind: "intent"; readonly index: number; readonly tool: string; readonly digest: string }
  | { readonly kind: "waits"; readonly index: number; readonly approval: string }
  | RecordedOutcome

/** The answer to a call, as it is on record. */
export interface RecordedOutcome {
  readonly kind: "outcome"
  readonly index: number
  readonly answer?: BrokerAnswer
  readonly outcome?: CallOutcome
  readonly seen?: string
}

/** The record of a run as it is when the run begins, or goes on. */
export class Recorded {
  readonly beginning: RunBeginning
  /** The difference of this gate from the one that recorded the run, as a part of a sentence, if the script could do something else here. */
  readonly differs: string | undefined
  readonly intents: Array<RunEntry & { kind: "intent" }> = []
  readonly waits = new Map<number, string>()
  /** The calls of tools, with what is known of them. */
  readonly calls: Array<ChainCallRecord> = []
  readonly outcomes = new Map<number, RecordedOutcome>()
  private readonly turns: ReadonlyMap<RecordedOutcome, Turn>
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
    const last = new Map<number, RunEntry>()
    for (const text of run?.entries ?? []) {
      const entry: RunEntry = JSON.parse(text)
      if (entry.kind === "intent") this.intents[entry.index] = entry
      else if (entry.kind === "waits") this.waits.set(entry.index, entry.approval)
      else this.outcomes.set(entry.index, entry)
      last.set(entry.index, entry)
    }
    for (const { index, tool, digest } of this.intents)
      if (tool !== "")
        this.calls.push({
          ...unknownOutcome,
          index: this.calls.length,
          tool,
          args_digest: digest,
          ...knownOf(last.get(index))
        })
    this.turns = new Map(Array.from(this.outcomes.values(), (outcome) => [outcome, new Turn()]))
  }

  /** Resolves when the script has all answers that are on record. */
  get allAnswered(): Promise<void> {
    return this.all.promise
  }

  /**
   * Gives the script the answers that are on record one after the other, each when the script has done all that it does without it.
   * Resolves to the answer of a call that the script has not made by then.
   */
  async replay(guest: BrokeredGuest): Promise<RecordedOutcome | undefined> {
    for (const [outcome, turn] of this.turns) {
      await guest.whenIdle()
      if (!turn.isAsked) return outcome
      // Judging the call again takes its time.
      await turn.ready.promise
      turn.given.resolve()
      // The answer is on its way to the script before it is asked whether it is idle.
      await new Promise(setImmediate)
    }
    // By then, the script has made the calls again that wait for an approval.
    if (this.waits.size > 0) await guest.whenIdle()
    this.all.resolve()
    return undefined
  }

  /** Notes that the script has made a call again. */
  asks(outcome: RecordedOutcome): void {
    const turn = this.turns.get(outcome)
    if (turn !== undefined) turn.isAsked = true
  }

  /** Notes that an answer can be given. Resolves when the script has every answer that it had before this one. */
  turn(outcome: RecordedOutcome): Promise<void> | undefined {
    const turn = this.turns.get(outcome)
    turn?.ready.resolve()
    return turn?.given.promise
  }
}

/** The turn of an answer that is on record. */
class Turn {
  /** Whether the script has made the call again. */
  isAsked = false
  readonly ready = Promise.withResolvers<void>()
  readonly given = Promise.withResolvers<void>()
}

/** The outcome of a call that the gate did not see end, as far as it is known. */
export const unknownOutcome = { status: "error", duration_ms: 0, executed: "unknown", side_effects: [] } as const

const knownOf = (entry: RunEntry | undefined): Partial<CallOutcome> => {
  if (entry?.kind === "waits") return { status: "pending", executed: "no" }
  return entry?.kind === "outcome" ? { ...entry.outcome } : {}
}

/** Returns the digest of an answer to a request. */
export const seenIn = (answer: BrokerAnswer): string =>
  createHash("sha256").update(canonicalizeJson(answer)).digest("hex")
