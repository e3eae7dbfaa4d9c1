import type { AuditRecord } from "@toolgate/wire"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { nameFlag } from "./nameFlag.ts"
import { yesFlag } from "./yesFlag.ts"

/** Whose calls are meant; without any of these, everybody's. */
export const callFilters = {
  agent: nameFlag("agent", "Calls of this agent"),
  session: nameFlag("session", "Calls of this session"),
  tool: nameFlag("tool", "Calls of this tool")
}

/** Which records are meant; without any of these, all. */
export const auditFilters = {
  ...callFilters,
  since: Flag.String("since").pipe(
    Flag.withMetavar("TIME"),
    Flag.withDescription("Records since a time, as in 2026-01-31T12:00Z, or for the last 90s, 30m, 1h, 2d"),
    Flag.filterMap(
      (given) => Option.fromNullishOr(timeOf(given, Date.now())),
      () => "a time such as 2026-01-31 or 2026-01-31T12:00Z, or how long ago, such as 90s, 30m, 1h or 2d"
    ),
    Flag.optional
  ),
  denied: yesFlag("denied", "Calls that were denied")
}

/** What was given for them. */
type CallFilters = Readonly<Record<keyof typeof callFilters, Option.Option<string>>>

type AuditFilters = CallFilters & {
  /** Milliseconds since the epoch. */
  readonly since: Option.Option<number>
  readonly denied: boolean
}

/** Whether a record is about a call that is meant. */
export const isOfCall =
  (filters: CallFilters) =>
  (record: AuditRecord): boolean =>
    (["agent", "session", "tool"] as const).every((key) => {
      const wanted = filters[key]
      return Option.isNone(wanted) || ("agent" in record && record[key] === wanted.value)
    })

/** Whether a record is meant. */
export const isMeant = ({ since, denied, ...call }: AuditFilters) => {
  const isCalls = isOfCall(call)
  return (record: AuditRecord): boolean =>
    isCalls(record) &&
    (Option.isNone(since) || Date.parse(record.at) >= since.value) &&
    (!denied || record.kind === "tool.call.denied")
}

/** The moment that a text names; `undefined` where it names none. A time without a zone is this machine's. */
export const timeOf = (text: string, now: number): number | undefined => {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return now - Number(count) * (units[unit] ?? 0)
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return undefined
  const at = Date.parse(text.length === "2026-01-31".length ? `${text}T00:00` : text.replace(" ", "T"))
  return Number.isNaN(at) ? undefined : at
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
