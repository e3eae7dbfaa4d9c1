import type { Measured } from "./Measured.ts"
import { getMedian } from "./statistics.ts"

/** The largest drift, as a fraction of the time, at which ratios are reliable. */
const tolerated = 0.1

/** Returns the drift of the unit L, within the rounds and from the first rounds to the last. */
export const computeDrift = (
  measured: Measured,
  name: string
): { readonly drifted: boolean; readonly says: string } => {
  const rounds = measured.within(name)
  const third = Math.max(1, Math.floor(rounds.length / 3))
  const first = getMedian(rounds.slice(0, third).flat())
  const last = getMedian(rounds.slice(-third).flat())
  const within = getMedian(rounds.map((times) => Math.abs((times.at(-1) ?? 0) / (times[0] ?? 1) - 1)))
  const across = last / first - 1
  const drifted = within > tolerated || Math.abs(across) > tolerated
  const moved = `${percent(within)} within a round (median), ${percent(across)} from the first third of the rounds to the last`
  return { drifted, says: `"${name}" ${drifted ? "DRIFTED; read the ratios with care" : "was steady"}: ${moved}.` }
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`
