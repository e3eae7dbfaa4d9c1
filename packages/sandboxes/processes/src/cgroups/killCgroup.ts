import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { succeeds, tried } from "../tried.ts"

/** Returns the processes that are in a cgroup now. */
export const processesIn = (folder: string): ReadonlyArray<number> =>
  (tried(() => readFileSync(join(folder, "cgroup.procs"), "utf8")) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map(Number)
    // 0 stands for a process that this process cannot see.
    .filter((pid) => pid > 0)

/**
 * Kills everything in a cgroup: at once if the kernel can do that, and otherwise each process once, until no new one
 * turns up.
 */
export const killCgroup = (folder: string): void => {
  if (succeeds(() => writeFileSync(join(folder, "cgroup.kill"), "1"))) return
  // If the cgroup counts processes, no new one can turn up.
  tried(() => writeFileSync(join(folder, "pids.max"), "0", { flag: "r+" }))
  const killed = new Set<number>()
  for (let round = 0; round < maxRounds; round++) {
    const found = processesIn(folder).filter((pid) => !killed.has(pid))
    if (found.length === 0) return
    for (const pid of found) {
      killed.add(pid)
      tried(() => process.kill(pid, "SIGKILL"))
    }
  }
}

const maxRounds = 100
