import type { Launcher } from "../../src/pool/Launcher.ts"

/** Starts processes with these words, as they are. */
export const loosely = (
  ...node: ReadonlyArray<string>
): Pick<Launcher, "next" | "worked" | "failed" | "startProblem"> => ({
  next: () => ({ bubblewrap: undefined, node }),
  worked: () => {},
  failed: () => false,
  startProblem: "its process did not start"
})
