import type { StoreReference } from "@toolgate/stores"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CallOptions } from "toolgate"
import { formatTime } from "../approvals/approvalText.ts"
import { WrongUse } from "../WrongUse.ts"
import { parseTimeSpan } from "./parseTimeSpan.ts"
import { formatStoreFlags, getNamedStore, getStoreReference, type StoreFlags, storeFlags } from "./storeFlags.ts"
import { switchFlag } from "./switchFlag.ts"

const expires = Flag.String("expires").pipe(
  Flag.withMetavar("TIME"),
  Flag.withDescription(
    "The time in which a deferred call can be approved and resumed, such as 30m, 12h or 7d; default: 24h"
  ),
  Flag.optional
)

/** The flags of every command that makes calls: the store of their questions, and deferral. */
export const deferFlags = {
  ...storeFlags,
  defer: switchFlag("defer", "Do not wait for a decision: leave the question in the store, and answer at once"),
  expires
}

export interface DeferFlags extends StoreFlags {
  readonly defer: boolean
  readonly expires: Option.Option<string>
}

/** Longest deferral, in days. */
const longestDays = 400

/** Returns the `defer` option. */
export const readDeferral = Effect.fnUntraced(function* ({
  defer,
  expires
}: Pick<DeferFlags, "defer" | "expires">): Effect.fn.Return<Pick<CallOptions, "defer">, WrongUse> {
  if (Option.isNone(expires)) return defer ? { defer: true } : {}
  if (!defer)
    return yield* new WrongUse({
      message: 'The flag "--expires" requires "--defer". Add it, or remove "--expires".'
    })
  const expiresMs = parseTimeSpan(expires.value) ?? 0
  return expiresMs > 0 && expiresMs <= longestDays * 24 * 3_600_000
    ? { defer: { expiresMs } }
    : yield* new WrongUse({
        message: `"--expires" takes a time of at most ${longestDays} days, as in --expires 30m, --expires 12h or --expires 7d.`
      })
})

/** Returns the selected store of questions, or the user's own store for deferred calls. */
export const getCallStore = (given: DeferFlags): Effect.Effect<StoreReference | undefined, WrongUse> =>
  given.defer ? getStoreReference(given) : getNamedStore(given)

/** Returns a line about where a call's question can be decided. */
export const formatWaitingLine = (
  { approvalId, expiresAt }: { readonly approvalId: string; readonly expiresAt: number },
  given: StoreFlags
): string =>
  `toolgate: The call waits for a decision until ${formatTime(expiresAt)}. To decide, run "toolgate approvals approve ${approvalId}${formatStoreFlags(given)}" or deny.\n`
