import { vi } from "vitest"

const asked = Number(process.env.TOOLGATE_RUNS ?? 0) || 0

// A machine that tries a property a hundred times as often may take a hundred times as long.
if (asked > 0) vi.setConfig({ testTimeout: 600_000 + asked * 600 })

/**
 * How often a property is tried: `usual` times, or as often as the environment variable TOOLGATE_RUNS asks for, if that is more.
 * `pnpm test` tries every property of the package in a few seconds, each run with other values; `pnpm soak` tries each thousands of
 * times.
 */
export const runs = (usual: number): { readonly numRuns: number } => ({ numRuns: Math.max(usual, asked) })
