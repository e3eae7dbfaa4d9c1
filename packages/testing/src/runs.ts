const asked = Number(process.env.TOOLGATE_RUNS ?? 0) || 0

/**
 * Returns how often a property is tried: `usual` times, or as often as the environment variable TOOLGATE_RUNS says, if that is more.
 * `pnpm test` tries every property within seconds, with other values each time; `pnpm soak` tries each property thousands of times.
 */
export const runs = (usual: number): { readonly numRuns: number } => ({ numRuns: Math.max(usual, asked) })
