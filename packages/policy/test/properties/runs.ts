/** How often a property is tried: `usual` times, or as often as the environment variable TOOLGATE_RUNS asks for, if that is more. */
export const runs = (usual: number): { readonly numRuns: number } => ({
  numRuns: Math.max(usual, Number(process.env.TOOLGATE_RUNS ?? 0) || 0)
})
