import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { ProcessLimitName, ProcessLimits } from "../limits/ProcessLimits.ts"
import { succeeds, tryOrUndefined } from "../tryOrUndefined.ts"
import type { CgroupParents, CgroupPurpose } from "./CgroupParents.ts"
import { getAvailableMemory } from "./getAvailableMemory.ts"
import { killCgroup, listCgroupProcesses } from "./killCgroup.ts"

/** The cgroups of one run: one for all limits in version 2, and one for each limit in version 1. */
export class RunCgroup {
  /** The cgroup version that enforces each limit. A missing limit is not enforced by a cgroup. */
  readonly holds: Partial<Record<ProcessLimitName, string>> = {}
  /** The memory limit of the run in bytes, if there is one. */
  readonly memoryBytes: number | undefined
  private readonly folders = new Map<CgroupPurpose, string>()

  constructor(places: CgroupParents, limits: ProcessLimits, isConfined: boolean) {
    const name = places.nextName()
    const make = (purpose: CgroupPurpose, arm: (folder: string) => boolean): string | undefined => {
      const place = places.places[purpose]
      if (place === undefined) return undefined
      const folder = join(place.folder, name)
      const isMade = [...this.folders.values()].includes(folder) || succeeds(() => mkdirSync(folder))
      if (!isMade) return undefined
      this.folders.set(purpose, folder)
      return arm(folder) ? place.kind : undefined
    }
    const hold = (limit: "memoryBytes" | "processes" | "cpuMs", kind: string | undefined) => {
      if (kind !== undefined) this.holds[limit] = kind
    }
    const { processes, cpuMs } = limits
    const memory = memoryIn(places, limits)
    this.memoryBytes = memory
    if (memory !== undefined)
      hold(
        "memoryBytes",
        make("memory", (folder) => limitMemory(folder, memory))
      )
    if (processes !== "unlimited")
      hold(
        "processes",
        make("processes", (folder) => sets(folder, "pids.max", processes + (isConfined ? launchers : 0)))
      )
    // Even the permitted number of processes could starve the gate and the user.
    if (processes !== "unlimited") make("weight", (folder) => weigh(folder, 1 / 2))
    if (cpuMs !== "unlimited")
      hold(
        "cpuMs",
        make("cpu", () => true)
      )
    // The processes of a confined run are found and killed through their namespace.
    if (!isConfined) make("kill", () => true)
  }

  /** Files through which a process enters the cgroups: it writes its pid to each. */
  get doors(): ReadonlyArray<string> {
    return [...new Set(this.folders.values())].map((folder) => join(folder, "cgroup.procs"))
  }

  /** Whether the cgroups can list and kill all processes of the run. */
  get holdsProcesses(): boolean {
    return this.folders.size > 0
  }

  get processes(): ReadonlyArray<number> {
    const [folder] = this.folders.values()
    return folder === undefined ? [] : listCgroupProcesses(folder)
  }

  kill(): void {
    const folder = this.folders.get("kill") ?? [...this.folders.values()][0]
    if (folder !== undefined) killCgroup(folder)
  }

  /** Gives a killed run more processor time, because a killed process must be scheduled once more to end. */
  hurry(): void {
    const folder = this.folders.get("weight")
    if (folder !== undefined) weigh(folder, 10)
  }

  /** Processor time used by the run, in milliseconds. */
  get cpuMs(): number {
    const micro = this.number("cpu", "cpu.stat", /^usage_usec (\d+)$/m)
    return micro === undefined ? (this.number("cpu", "cpuacct.usage", /^(\d+)$/m) ?? 0) / 1e6 : micro / 1e3
  }

  /** The number of processes of the run that were killed for lack of memory. */
  get memoryKills(): number {
    const killed = /^oom_kill (\d+)$/m
    return this.number("memory", "memory.events", killed) ?? this.number("memory", "memory.oom_control", killed) ?? 0
  }

  /** The number of times that a limit refused the run a process. */
  get processesRefused(): number {
    return this.number("processes", "pids.events", /^max (\d+)$/m) ?? 0
  }

  /**
   * Kills all processes in the cgroups and removes the cgroups. Retries, because a killed process needs a moment to
   * end.
   */
  async remove(): Promise<void> {
    for (const folder of new Set(this.folders.values()))
      for (let round = 0; round < 200 && !succeeds(() => rmdirSync(folder)) && isThere(folder); round++) {
        killCgroup(folder)
        await setTimeout(Math.min(1 + round, 20))
      }
  }

  private number(purpose: CgroupPurpose, file: string, pattern: RegExp): number | undefined {
    const folder = this.folders.get(purpose)
    const text = folder === undefined ? undefined : tryOrUndefined(() => readFileSync(join(folder, file), "utf8"))
    const found = text === undefined ? undefined : pattern.exec(text)?.[1]
    return found === undefined ? undefined : Number(found)
  }
}

/** The two processes of bubblewrap, which do not count against the grant. */
const launchers = 2

/** Returns the smaller of the granted bytes and the granted share of the memory. */
const memoryIn = ({ places }: CgroupParents, { memoryBytes, memoryShare }: ProcessLimits): number | undefined => {
  const bytes = memoryBytes === "unlimited" ? undefined : memoryBytes
  if (places.memory === undefined || memoryShare === undefined) return bytes
  const share = Math.floor(getAvailableMemory(places.memory.folder) * memoryShare)
  return bytes === undefined ? share : Math.min(bytes, share)
}

const isThere = (folder: string): boolean => succeeds(() => readFileSync(join(folder, "cgroup.procs")))

const limitMemory = (folder: string, bytes: number): boolean => {
  if (sets(folder, "memory.max", bytes)) {
    sets(folder, "memory.swap.max", 0)
    return true
  }
  const isSet = sets(folder, "memory.limit_in_bytes", bytes)
  // Otherwise memory could be swapped out to escape the limit. Not every kernel counts swap.
  if (isSet) sets(folder, "memory.memsw.limit_in_bytes", bytes)
  return isSet
}

/** Sets the processor weight of the whole run, relative to one process outside it. */
const weigh = (folder: string, share: number): boolean =>
  sets(folder, "cpu.weight", 100 * share) || sets(folder, "cpu.shares", 1024 * share)

const sets = (folder: string, file: string, value: number): boolean =>
  succeeds(() => writeFileSync(join(folder, file), String(value), { flag: "r+" }))
