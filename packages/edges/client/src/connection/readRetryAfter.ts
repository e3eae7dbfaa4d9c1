/** Reads the header `Retry-After`, which has seconds or a date, as milliseconds from now. */
export const readRetryAfter = (value: string | null, now: number = Date.now()): number | undefined => {
  if (value === null) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
