import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { succeeds, tried } from "./tried.ts"

/** The processes that are in a cgroup now. */
export const processesIn = (folder: string): ReadonlyArray<number> =>
  (tried(() => readFileSync(join(folder, "cgroup.procs"), "utf8")) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map(Number)
    // 0 is a process that this one cannot see.
    .filter((pid) => pid > 0)

/** Kills everything in a cgroup: at once where the kernel does that, else until nothing new turns up. */
export const killCgroup = (folder: string): void => {
  if (succeeds(() => writeFileSync(join(folder, "cgroup.kill"), "1"))) return
  for (let round = 0; round < 100; round++) {
    const there = processesIn(folder)
    if (there.length === 0) return
    for (const pid of there) tried(() => process.kill(pid, "SIGKILL"))
  }
}
