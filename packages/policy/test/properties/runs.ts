import { vi } from "vitest"

const asked = Number(process.env.TOOLGATE_RUNS ?? 0) || 0

// A machine that tries a property ten times as often may take ten times as long.
if (asked > 0) vi.setConfig({ testTimeout: 60_000 + asked * 60 })

/** How often a property is tried: `usual` times, or as often as the environment variable TOOLGATE_RUNS asks for, if that is more. */
export const runs = (usual: number): { readonly numRuns: number } => ({ numRuns: Math.max(usual, asked) })
