import type { StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CallOptions, ToolEvent, ToolgateOptions } from "toolgate"
import { terminalForm } from "../asking/terminalForm.ts"
import { auditFolder, keptAudit } from "../audit/auditFlags.ts"
import { type DeferFlags, deferralOf, storeOfCalls, waitingLine } from "../flags/deferFlags.ts"
import type { GateFlags } from "../flags/gateFlags.ts"
import { limitsOf } from "../flags/limitFlag.ts"
import { type Answers, keptRecord } from "../flags/recordFlags.ts"
import { Screen } from "../Screen.ts"
import type { WrongUse } from "../WrongUse.ts"

/** The flags that say how the calls of a command are made, and where they are kept. */
export interface CallFlags extends DeferFlags, Pick<GateFlags, "limit"> {
  readonly audit: Option.Option<string>
  /** Given by a command that keeps a log unless it is told not to. */
  readonly noAudit?: boolean
  readonly answers: Answers
}

/** The settings of a command's calls, as its flags give them. */
export interface CallSettings {
  readonly limits: NonNullable<CallOptions["limits"]>
  readonly deferral: Pick<CallOptions, "defer">
  /** The store of the questions, if there is one. */
  readonly store: StoreReference | undefined
  /** The folder of the log, if it is kept in one. */
  readonly folder: string | undefined
  /** The options of the gate about its store and its record. */
  readonly kept: Pick<ToolgateOptions, "audit" | "store">
}

/** Returns what the flags of a command say about its calls. Fails for the first flag that is wrong. */
export const callSettings = Effect.fnUntraced(function* (given: CallFlags): Effect.fn.Return<CallSettings, WrongUse> {
  const limits = yield* limitsOf(given.limit)
  const deferral = yield* deferralOf(given)
  const store = yield* storeOfCalls(given)
  const folder = yield* folderOf(given, store !== undefined)
  const kept = yield* keptRecord({ folder, store, answers: given.answers })
  return { limits, deferral, store, folder, kept }
})

/** Returns the listeners of calls that a person at the terminal may be asked about, or whose questions wait in the store. */
export const questionListeners = Effect.fnUntraced(function* (
  given: DeferFlags,
  { store }: Pick<CallSettings, "store">
) {
  const screen = yield* Screen
  // At a terminal the question itself is shown.
  if (process.stderr.isTTY) return { ask: terminalForm(screen) }
  if (store === undefined || given.defer) return {}
  return {
    onEvent: (event: ToolEvent) => {
      if (event.type === "tool.confirmation_requested") Effect.runFork(screen.notice(waitingLine(event, given)))
    }
  }
})

const folderOf = ({ audit, noAudit }: CallFlags, isStored: boolean): Effect.Effect<string | undefined, WrongUse> => {
  if (noAudit !== undefined) return keptAudit({ audit, noAudit }, isStored)
  return Option.isNone(audit) ? Effect.undefined : auditFolder(audit)
}
