import type { StoreReference } from "@toolgate/stores"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ToolgateOptions } from "toolgate"
import { WrongUse } from "../WrongUse.ts"

/** The flag `--answers` of the commands that keep a record. */
export const answers = Flag.Literals("answers", ["recorded"] as const).pipe(
  Flag.withDescription(
    "recorded: answer each call only after its record would survive a loss of power, and say so if it might not; default: at once"
  ),
  Flag.optional
)

/** A value of the flag. */
export type AnswersFlag = Option.Option<"recorded">

/** Returns the options for store and record. With a folder, the record is written there instead of the store. */
export const readRecordOptions = Effect.fnUntraced(function* ({
  folder,
  store,
  answers
}: {
  readonly folder: string | undefined
  readonly store?: StoreReference | undefined
  readonly answers: AnswersFlag
}): Effect.fn.Return<Pick<ToolgateOptions, "audit" | "store">, WrongUse> {
  const when = Option.isSome(answers) ? { answers: answers.value } : {}
  if (Option.isSome(answers) && folder === undefined && store === undefined)
    return yield* new WrongUse({
      message: 'The flag "--answers" requires an audit log or a store. Add "--audit" or "--store", or remove the flag.'
    })
  if (folder !== undefined) return { audit: { folder, ...when }, ...(store === undefined ? {} : { store }) }
  return store === undefined ? {} : { store: { ...store, ...when } }
})
