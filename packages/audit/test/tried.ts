const asked = Number(process.env.TOOLGATE_RUNS ?? 0) || 0

/** How often a property is tried: `usual` times, or TOOLGATE_RUNS times where that is more, as in `pnpm soak`. */
export const tried = (usual: number): { readonly numRuns: number } => ({ numRuns: Math.max(usual, asked) })
