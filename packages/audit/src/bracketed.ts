import {
  type Gated,
  isStartable,
  type Permit,
  type Ran,
  type Refused,
  refused,
  type Startable,
  startable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { AuditStore, Entry } from "./AuditStore.ts"
import { PermittedCall } from "./records/PermittedCall.ts"
import { timeOfNow } from "./records/recordText.ts"
import type { DigestKey } from "./redaction/DigestKey.ts"

type RunExit = Exit.Exit<Ran, Refused>

/**
 * The bracket around one run. What changes anything begins when its intent is kept for good; what does not begins at once, as
 * long as the store keeps up.
 */
export const bracketed = (store: AuditStore, key: DigestKey, permit: Permit, run: Gated<Ran>): Gated<Ran> => {
  const { sideEffects } = permit.request.tool
  const durable = sideEffects !== "NONE" && sideEffects !== "READ"
  const waits = durable || !store.flows
  if (isStartable(run))
    return startable((ended) => {
      const call = new BracketedCall(store, key, permit)
      const end = (exit: RunExit): void => {
        if (call.hasEnded) return
        call.end(exit)
        ended(exit)
      }
      if (waits) waitThenStart(call, durable, permit, run, end)
      else {
        call.intend(false)
        started(call, run, end)
      }
    })
  return Effect.suspend(() => {
    const call = new BracketedCall(store, key, permit)
    const intended = waits ? Effect.interruptible(call.intended(durable)) : call.intendedSoon
    return Effect.onExit(Effect.andThen(intended, run), (exit) => Effect.sync(() => call.end(exit)))
  })
}

/** The records of one call. */
class BracketedCall {
  private readonly store: AuditStore
  private readonly records: PermittedCall
  private intent: Entry | undefined = undefined
  /** Whether its end is on record: what is said of it afterwards is not listened to. */
  hasEnded = false

  constructor(store: AuditStore, key: DigestKey, permit: Permit) {
    this.store = store
    this.records = new PermittedCall(permit, key)
  }

  intend(durable: boolean, kept?: (isKept: boolean) => void): Entry {
    const intent = { at: timeOfNow(), text: this.records.intent(), durable, kept, place: undefined }
    this.intent = intent
    this.store.append(intent)
    return intent
  }

  intended(durable: boolean): Gated<void> {
    return Effect.callback<void, Refused>((resume) => {
      this.intend(durable, (isKept) => resume(isKept ? Effect.void : Effect.fail(unavailable)))
    })
  }

  get intendedSoon(): Gated<void> {
    return Effect.sync(() => {
      this.intend(false)
    })
  }

  end(exit: RunExit): void {
    this.hasEnded = true
    // A call that was to end before it came to its intent is on record all the same.
    const intent = this.intent ?? this.intend(false)
    // Nothing was written and nothing ran: a record for each such call is what there is no place for.
    if (isUnavailable(exit) && intent.place === undefined) this.store.countRefused()
    else {
      const text = this.records.outcome(exit)
      this.store.append({ at: timeOfNow(), text, intent, durable: false, kept: undefined, place: undefined })
    }
  }
}

/** A call that is told to end while it waits is answered there and then, and never begins. */
const waitThenStart = (
  call: BracketedCall,
  durable: boolean,
  permit: Permit,
  run: Startable<Ran>,
  ended: (exit: RunExit) => void
): void => {
  let isOver = false
  call.intend(durable, (isKept) => {
    if (isOver) return
    isOver = true
    if (isKept) started(call, run, ended)
    else ended(Exit.fail(unavailable))
  })
  if (isOver) return
  permit.request.context.onStop({
    stop: (reason) => {
      if (isOver) return
      isOver = true
      ended(Exit.fail(reason))
    }
  })
}

/** A run that breaks as it starts has ended like any other. */
const started = (call: BracketedCall, run: Startable<Ran>, ended: (exit: RunExit) => void): void => {
  try {
    run.start(ended)
  } catch (cause) {
    if (call.hasEnded) throw cause
    ended(Exit.die(cause))
  }
}

const unavailable = refused(
  "AuditUnavailable",
  "The call was refused because the audit log cannot be written at the moment; nothing was run."
)

const isUnavailable = (exit: RunExit): boolean =>
  exit._tag === "Failure" && exit.cause.reasons.some((reason) => reason._tag === "Fail" && reason.error === unavailable)
