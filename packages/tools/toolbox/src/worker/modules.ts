/** The modules that the worker loads when a job first names them. */
export const modules: Readonly<Record<string, () => Promise<object>>> = {
  math: () => import("../math/jobs.ts")
}
