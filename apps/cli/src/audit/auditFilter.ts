import { makeRecordFilter, type RecordFilter } from "@toolgate/audit"
import type { AuditRecord } from "@toolgate/wire"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { nameFlag } from "../flags/nameFlag.ts"
import { parseTimeSpan } from "../flags/parseTimeSpan.ts"
import { switchFlag } from "../flags/switchFlag.ts"

/** The flags that select calls. Without any of them, all calls are selected. */
export const callFilters = {
  agent: nameFlag("agent", "Only calls of this agent"),
  session: nameFlag("session", "Only calls of this session"),
  tool: nameFlag("tool", "Only calls of this tool")
}

/** The flag that selects the calls that were denied. */
export const deniedFilter = { denied: switchFlag("denied", "Only calls that were denied") }

/** The flags that select records. Without any of them, all records are selected. */
export const auditFilters = {
  ...callFilters,
  chain: nameFlag("chain", "Only the call of this id, and the calls that it made, such as those of a script"),
  since: Flag.String("since").pipe(
    Flag.withMetavar("TIME"),
    Flag.withDescription("Only records since a time, as in 2026-01-31T12:00Z, or of the last 90s, 30m, 1h, 2d"),
    Flag.filterMap(
      (given) => Option.fromNullishOr(parseTime(given, Date.now())),
      () => "a time such as 2026-01-31 or 2026-01-31T12:00Z, or how long ago, such as 90s, 30m, 1h or 2d"
    ),
    Flag.optional
  ),
  ...deniedFilter
}

type CallFilters = Readonly<Record<keyof typeof callFilters, Option.Option<string>>>

type AuditFilters = CallFilters & {
  /** The earliest time, in milliseconds since the epoch. */
  readonly since?: Option.Option<number>
  readonly denied?: boolean
  readonly chain?: Option.Option<string>
}

/** Returns the filter of records that the flags describe. */
export const readFilter = ({ since, denied, chain, ...call }: AuditFilters): RecordFilter => ({
  // The time cannot be before the epoch.
  since: since && Option.getOrUndefined(Option.map(since, (ms) => new Date(Math.max(0, ms)))),
  outcome: denied === true ? "denied" : undefined,
  chain: chain && Option.getOrUndefined(chain),
  session: Option.getOrUndefined(call.session),
  agent: Option.getOrUndefined(call.agent),
  tool: Option.getOrUndefined(call.tool)
})

/** Returns a function that decides whether the flags select a record. */
export const isMeant = (given: AuditFilters): ((record: AuditRecord) => boolean) => makeRecordFilter(readFilter(given))

/** Parses a time and returns milliseconds since the epoch, or `undefined`. A time without a zone is local. */
export const parseTime = (text: string, now: number): number | undefined => {
  const ago = parseTimeSpan(text)
  if (ago !== undefined) return now - ago
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return undefined
  const at = Date.parse(text.length === "2026-01-31".length ? `${text}T00:00` : text.replace(" ", "T"))
  return Number.isNaN(at) ? undefined : at
}
