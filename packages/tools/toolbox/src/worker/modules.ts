/** The modules that the worker loads when a job first names them. */
export const modules: Readonly<Record<string, () => Promise<object>>> = {
  archive: () => import("../archive/jobs.ts"),
  code: () => import("../code/jobs.ts"),
  canvas: () => import("../canvas/jobs.ts"),
  data: () => import("../data/jobs.ts"),
  math: () => import("../math/jobs.ts"),
  web: () => import("../web/jobs.ts")
}
