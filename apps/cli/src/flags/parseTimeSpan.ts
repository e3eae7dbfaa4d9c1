/** Parses a time span such as 90s, 30m, 12h or 2d, and returns milliseconds or `undefined`. */
export const parseTimeSpan = (text: string): number | undefined => {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return count === undefined || unit === undefined ? undefined : Number(count) * (units[unit] ?? 0)
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
