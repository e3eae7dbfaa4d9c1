import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { switchFlag } from "../flags/switchFlag.ts"
import { getStateFolder } from "../getStateFolder.ts"
import { WrongUse } from "../WrongUse.ts"

/** Returns the flag `--audit`. `absent` describes the default. */
export const makeAuditFlag = (absent: string) =>
  Flag.String("audit").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription(`The folder of the audit log; default: ${absent}`),
    Flag.optional
  )

/** The flag `--audit` of commands that always use a log. */
export const audit = makeAuditFlag("toolgate/audit in your state directory (~/.local/state)")

/** The flags that name a log to read. */
export const auditSourceFlags = {
  audit,
  store: Flag.String("store").pipe(
    Flag.withMetavar("PLACE"),
    Flag.withDescription("The store of the audit log, instead of a folder: PATH, sqlite:PATH or postgres://…"),
    Flag.optional
  )
}

/** The flag `--no-audit`. */
export const noAudit = switchFlag("no-audit", "Keep no audit log")

/** Returns the folder of the log; by default, the folder in the user's state directory. */
export const getAuditFolder = Effect.fnUntraced(function* (given: Option.Option<string>) {
  if (Option.isNone(given)) return getStateFolder("audit")
  return given.value === ""
    ? yield* new WrongUse({ message: 'The flag "--audit" is empty; name a folder, or leave the flag out.' })
    : given.value
})

/** Returns the folder of the log to write. `undefined` with `--no-audit`, or if calls are recorded in the store (`isStored`). */
export const chooseAuditFolder = Effect.fnUntraced(function* (
  given: { readonly audit: Option.Option<string>; readonly noAudit: boolean },
  isStored: boolean
): Effect.fn.Return<string | undefined, WrongUse> {
  if (!given.noAudit) return isStored && Option.isNone(given.audit) ? undefined : yield* getAuditFolder(given.audit)
  if (isStored) return yield* new WrongUse({ message: 'With a store, every call is recorded; leave out "--no-audit".' })
  return Option.isNone(given.audit)
    ? undefined
    : yield* new WrongUse({
        message: 'The flags "--audit" and "--no-audit" contradict each other; leave one of them out.'
      })
})
