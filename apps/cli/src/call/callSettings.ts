import type { StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CallOptions, ToolEvent, ToolgateOptions } from "toolgate"
import { makeTerminalForm } from "../asking/makeTerminalForm.ts"
import { chooseAuditFolder, getAuditFolder } from "../audit/auditFlags.ts"
import { type DeferFlags, formatWaitingLine, getCallStore, readDeferral } from "../flags/deferFlags.ts"
import type { GateFlags } from "../flags/gateFlags.ts"
import { readLimits } from "../flags/limitFlag.ts"
import { type AnswersFlag, readRecordOptions } from "../flags/recordFlags.ts"
import { Screen } from "../Screen.ts"
import type { WrongUse } from "../WrongUse.ts"

/** The flags that decide how a command's calls are made and recorded. */
export interface CallFlags extends DeferFlags, Pick<GateFlags, "limit"> {
  readonly audit: Option.Option<string>
  /** Set by commands that keep a log by default. */
  readonly noAudit?: boolean
  readonly answers: AnswersFlag
}

export interface CallSettings {
  readonly limits: NonNullable<CallOptions["limits"]>
  readonly deferral: Pick<CallOptions, "defer">
  readonly store: StoreReference | undefined
  /** The folder of the log. Absent if the log is in the store. */
  readonly folder: string | undefined
  /** The options of the gate about its store and its record. */
  readonly kept: Pick<ToolgateOptions, "audit" | "store">
}

/** Reads the flags about calls. Fails for the first invalid flag. */
export const callSettings = Effect.fnUntraced(function* (given: CallFlags): Effect.fn.Return<CallSettings, WrongUse> {
  const limits = yield* readLimits(given.limit)
  const deferral = yield* readDeferral(given)
  const store = yield* getCallStore(given)
  const folder = yield* folderOf(given, store !== undefined)
  const kept = yield* readRecordOptions({ folder, store, answers: given.answers })
  return { limits, deferral, store, folder, kept }
})

/** Returns listeners for questions at the terminal, or for questions that wait in the store. */
export const makeQuestionListeners = Effect.fnUntraced(function* (
  given: DeferFlags,
  { store }: Pick<CallSettings, "store">
) {
  const screen = yield* Screen
  // At a terminal, the question itself is shown.
  if (process.stderr.isTTY) return { ask: makeTerminalForm(screen) }
  if (store === undefined || given.defer) return {}
  return {
    onEvent: (event: ToolEvent) => {
      if (event.type === "tool.confirmation_requested") Effect.runFork(screen.notice(formatWaitingLine(event, given)))
    }
  }
})

const folderOf = ({ audit, noAudit }: CallFlags, isStored: boolean): Effect.Effect<string | undefined, WrongUse> => {
  if (noAudit !== undefined) return chooseAuditFolder({ audit, noAudit }, isStored)
  return Option.isNone(audit) ? Effect.undefined : getAuditFolder(audit)
}
