import { createHash, randomBytes, randomInt } from "node:crypto"
import type { BrokerAnswer, BrokeredGuest, ChainRun } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { ChainCallRecord } from "./ChainRunResult.ts"
import type { CallOutcome } from "./ChainTrace.ts"
import { frameScript } from "./frameScript.ts"

/** The start of a recorded run: everything needed to reproduce the script's behaviour from its answers. */
export interface RunBeginning {
  readonly version: 1
  readonly engine: string
  /** Digest of the frame around the script's text. */
  readonly frame: string
  readonly clock: number
  readonly random: number
  /** Key of the digests in the trace. */
  readonly key: string
}

/** Returns the start of a run in this gate with this script engine. */
export const makeRunStart = (engine: string): RunBeginning => ({
  version: 1,
  engine,
  frame: frameDigest,
  clock: Date.now(),
  random: randomInt(2 ** 47),
  key: randomBytes(32).toString("hex")
})

const { before, after } = frameScript({ code: "" })
const frameDigest = createHash("sha256").update(before).update("\0").update(after).digest("hex")

/**
 * An entry of a run's record.
 *
 * - `intent`: a call of the script is about to be made, or to be made again with the approval that it waited for.
 * - `waits`: the call waits for an approval.
 * - `outcome`: the answer to a call. Of a request to the broker, only the digest of its answer.
 */
export type RunEntry =
  | { readonly kind: "intent"; readonly index: number; readonly tool: string; readonly digest: string }
  | { readonly kind: "waits"; readonly index: number; readonly approval: string }
  | RecordedOutcome

/** A recorded answer to a call. */
export interface RecordedOutcome {
  readonly kind: "outcome"
  readonly index: number
  readonly answer?: BrokerAnswer
  readonly outcome?: CallOutcome
  readonly seen?: string
}

/** The record of a run when it starts or resumes. */
export class Recorded {
  readonly beginning: RunBeginning
  /** A difference between this gate and the recording one that could change the script's behaviour, as part of a sentence. */
  readonly differs: string | undefined
  readonly intents: Array<RunEntry & { kind: "intent" }> = []
  readonly waits = new Map<number, string>()
  /** The calls of tools, with their known results. */
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

  /** Resolves when the script has received all recorded answers. */
  get allAnswered(): Promise<void> {
    return this.all.promise
  }

  /**
   * Delivers recorded answers one by one, each after the script has done everything that it does without the answer. Resolves to the answer
   * of a call that the script has not made by then.
   */
  async replay(guest: BrokeredGuest): Promise<RecordedOutcome | undefined> {
    for (const [outcome, turn] of this.turns) {
      await guest.whenIdle()
      if (!turn.isAsked) return outcome
      // Judging the call again takes time.
      await turn.ready.promise
      turn.given.resolve()
      // Deliver the answer before checking whether the script is idle.
      await new Promise(setImmediate)
    }
    // By now, the script has repeated the calls that wait for approval.
    if (this.waits.size > 0) await guest.whenIdle()
    this.all.resolve()
    return undefined
  }

  /** Records that the script repeated a call. */
  asks(outcome: RecordedOutcome): void {
    const turn = this.turns.get(outcome)
    if (turn !== undefined) turn.isAsked = true
  }

  /** Records that an answer is available. Resolves when the script has received all earlier answers. */
  turn(outcome: RecordedOutcome): Promise<void> | undefined {
    const turn = this.turns.get(outcome)
    turn?.ready.resolve()
    return turn?.given.promise
  }
}

/** A recorded answer's position in the order of delivery. */
class Turn {
  /** Whether the script has repeated the call. */
  isAsked = false
  readonly ready = Promise.withResolvers<void>()
  readonly given = Promise.withResolvers<void>()
}

/** Returns what is known about a call that did not end in this gate. */
export const unknownOutcome = { status: "error", duration_ms: 0, executed: "unknown", side_effects: [] } as const

const knownOf = (entry: RunEntry | undefined): Partial<CallOutcome> => {
  if (entry?.kind === "waits") return { status: "pending", executed: "no" }
  return entry?.kind === "outcome" ? { ...entry.outcome } : {}
}

/** Returns the digest of an answer to a request. */
export const digestAnswer = (answer: BrokerAnswer): string =>
  createHash("sha256").update(canonicalizeJson(answer)).digest("hex")
