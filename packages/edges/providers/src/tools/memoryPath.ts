import type { Json } from "@toolgate/core"

/**
 * Returns the path beneath a folder that a path beneath `/memories` stands for, or `undefined` if it is none. A path with a step that
 * could lead out, or that another system reads in another way, is none: it is not made harmless.
 */
export const memoryPath = (folder: string, path: Json | undefined): string | undefined => {
  if (typeof path !== "string" || !/^\/memories(\/|$)/.test(path) || /[\\\0]/.test(path)) return undefined
  const steps = path.replace(/\/$/, "").split("/").slice(2)
  return steps.some((step) => step === "" || step === "." || step === "..") ? undefined : [folder, ...steps].join("/")
}
