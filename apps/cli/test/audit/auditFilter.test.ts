import { expect, it } from "vitest"
import { parseTime } from "../../src/audit/auditFilter.ts"

const now = Date.parse("2026-03-01T12:00:00Z")

it.each([
  ["90s", now - 90_000],
  ["30m", now - 1_800_000],
  ["1h", now - 3_600_000],
  ["2d", now - 172_800_000],
  ["2026-01-31T12:00Z", Date.parse("2026-01-31T12:00:00Z")],
  ["2026-01-31T12:00:01.5+01:00", Date.parse("2026-01-31T11:00:01.500Z")],
  ["2026-01-31", new Date(2026, 0, 31).getTime()],
  ["2026-01-31 12:00", new Date(2026, 0, 31, 12).getTime()]
])("takes %s for a time", (text, time) => {
  expect(parseTime(text, now)).toBe(time)
})

it.each([
  "",
  "1",
  "h",
  "-1h",
  "1.5h",
  "1w",
  "yesterday",
  "2026-02-31T25:00Z",
  "2026-1-3",
  "1e3s",
  "2026-01-31T12:00Zx"
])('rejects "%s"', (text) => {
  expect(parseTime(text, now)).toBeUndefined()
})
