import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { succeeds, tryOrUndefined } from "../tryOrUndefined.ts"

/** Lists the processes in a cgroup. */
export const listCgroupProcesses = (folder: string): ReadonlyArray<number> =>
  (tryOrUndefined(() => readFileSync(join(folder, "cgroup.procs"), "utf8")) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map(Number)
    // The kernel lists a process of another pid namespace as 0.
    .filter((pid) => pid > 0)

/** Kills every process in a cgroup: through the kernel's `cgroup.kill`, or one by one until no new process appears. */
export const killCgroup = (folder: string): void => {
  if (succeeds(() => writeFileSync(join(folder, "cgroup.kill"), "1"))) return
  // A cgroup that counts processes then admits no new ones.
  tryOrUndefined(() => writeFileSync(join(folder, "pids.max"), "0", { flag: "r+" }))
  const killed = new Set<number>()
  for (let round = 0; round < maxRounds; round++) {
    const found = listCgroupProcesses(folder).filter((pid) => !killed.has(pid))
    if (found.length === 0) return
    for (const pid of found) {
      killed.add(pid)
      tryOrUndefined(() => process.kill(pid, "SIGKILL"))
    }
  }
}

const maxRounds = 100
