const asked = Number(process.env.TOOLGATE_RUNS ?? 0) || 0

/**
 * How often a property is tried: `usual` times, or as often as the environment variable TOOLGATE_RUNS asks for, if that is more.
 * `pnpm test` tries every property in a few seconds, each run with other values; `pnpm soak` tries each thousands of times.
 */
export const runs = (usual: number): { readonly numRuns: number } => ({ numRuns: Math.max(usual, asked) })
