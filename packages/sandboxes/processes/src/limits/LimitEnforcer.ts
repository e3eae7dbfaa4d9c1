import { availableParallelism } from "node:os"
import type { CgroupParents } from "../cgroups/CgroupParents.ts"
import { RunCgroup } from "../cgroups/RunCgroup.ts"
import type { Exit } from "../Exit.ts"
import { hasSyscallFilter } from "../filter/openSyscallFilter.ts"
import type { LauncherInput } from "../launch/launch.ts"
import { countsOwnProcesses } from "./countsOwnProcesses.ts"
import { type DeadlineList, deadlines, type Timed } from "./Deadlines.ts"
import { canLimitNamespace, limitNamespace } from "./limitNamespace.ts"
import type { ProcessLimitName, ProcessLimits } from "./ProcessLimits.ts"

/**
 * The means that enforce each limit of a process, in one word. `access` and `files` are `"bubblewrap"` and `"mounts"`
 * for a confined process; `syscalls` is `"seccomp"`. `"none"`: unlimited, or not enforceable on this machine. Output is
 * never counted here.
 */
export type ProcessEnforcement = Readonly<
  Record<ProcessLimitName | "outputBytes" | "access" | "files" | "syscalls", string>
> & {
  /** The limits that the process reached, even if they did not end it. */
  readonly reached?: ReadonlyArray<ProcessLimitName>
  readonly endedBy?: ProcessLimitName
}

/** Enforces the limits of one process, and records which limits it reached. */
export class LimitEnforcer implements Timed {
  due = 0
  earlier: Timed | undefined = undefined
  later: Timed | undefined = undefined
  line: DeadlineList | undefined = undefined

  private readonly limits: ProcessLimits
  private readonly isConfined: boolean
  private readonly reached = new Set<ProcessLimitName>()
  private endedBy: ProcessLimitName | undefined = undefined
  private cgroup: RunCgroup | undefined = undefined
  private watching: CpuWatch | undefined = undefined
  private timeIsUp: () => void = () => {}
  private memoryKills = 0
  private processesBy: "rlimit" | "pid_max" | undefined = undefined

  constructor(limits: ProcessLimits, isConfined: boolean) {
    this.limits = limits
    this.isConfined = isConfined
  }

  enter(places: CgroupParents): RunCgroup {
    this.cgroup = new RunCgroup(places, this.limits, this.isConfined)
    return this.cgroup
  }

  /**
   * Limits without a cgroup that a per-process limit can replace. The process limit is one only in a user namespace:
   * elsewhere it would count all processes of the user.
   */
  get rlimits(): LauncherInput["rlimits"] {
    const { cpuMs, memoryBytes, processes } = this.limits
    return {
      ...(processes === "unlimited" ||
      this.cgroup?.holds.processes !== undefined ||
      !this.isConfined ||
      !countsOwnProcesses()
        ? {}
        : { processes }),
      ...(memoryBytes === "unlimited" || this.cgroup?.holds.memoryBytes !== undefined
        ? {}
        : { addressBytes: memoryBytes }),
      ...(cpuMs === "unlimited" || this.cgroup?.holds.cpuMs !== undefined ? {} : { cpuMs })
    }
  }

  /**
   * Enforces the process limit. Call this while the launcher is the only process of its namespace. `hasLimit`: the
   * launcher has set the limit itself. Otherwise the namespace is limited, if the kernel supports that.
   */
  async holdProcesses(first: number, hasLimit: boolean): Promise<void> {
    const { processes } = this.limits
    if (hasLimit) this.processesBy = "rlimit"
    else if (processes === "unlimited" || this.cgroup?.holds.processes !== undefined) return
    else if (canLimitNamespace() && (await limitNamespace(first, processes))) this.processesBy = "pid_max"
  }

  /** Calls `exceeded` when the wall time is over. `from`: a time of `performance.now()`. */
  watchTime(from: number, exceeded: () => void): void {
    const { wallMs } = this.limits
    if (wallMs === "unlimited") return
    this.timeIsUp = exceeded
    deadlines.add(this, wallMs, from)
  }

  /** Called by `Deadlines`. */
  expire(): void {
    this.ended("wallMs")
    this.timeIsUp()
  }

  /** Calls `exceeded` when the CPU time is used up. */
  watchProcessorTime(exceeded: () => void): void {
    const { cgroup } = this
    if (cgroup?.holds.cpuMs === undefined || this.limits.cpuMs === "unlimited") return
    this.watching = new CpuWatch(
      () => cgroup.cpuMs,
      this.limits.cpuMs,
      () => {
        this.ended("cpuMs")
        exceeded()
      }
    )
  }

  unwatch(): void {
    deadlines.remove(this)
    this.watching?.stop()
  }

  /** Called when the process is killed. */
  hurry(): void {
    this.cgroup?.hurry()
  }

  ended(limit: ProcessLimitName): void {
    this.reached.add(limit)
    this.endedBy ??= limit
  }

  /** Reads which limits the process reached, and removes its cgroups with all processes in them. */
  async leave(): Promise<void> {
    const { cgroup } = this
    if (cgroup === undefined) return
    this.memoryKills = cgroup.memoryKills
    if (this.memoryKills > 0) this.reached.add("memoryBytes")
    if (cgroup.processesRefused > 0) this.reached.add("processes")
    await cgroup.remove()
  }

  /** Whether the process was refused a child process. Without a cgroup, this is unknown and false. */
  get refusedProcesses(): boolean {
    return this.reached.has("processes")
  }

  /** Returns the limit that ended a program, even if it seems to have ended by itself. */
  endedIt({ status, signal }: Exit): ProcessLimitName | undefined {
    const isBy = (name: NodeJS.Signals, number: number) => signal === name || status === 128 + number
    if (this.memoryKills > 0 && status !== 0) this.ended("memoryBytes")
    else if (this.rlimits.cpuMs !== undefined && isBy("SIGXCPU", 24)) this.ended("cpuMs")
    return this.endedBy
  }

  /** Describes a limit as the end of a sentence: "its limit of 16 processes". */
  inWords(limit: ProcessLimitName): string {
    const amount = limit === "memoryBytes" ? (this.cgroup?.memoryBytes ?? this.limits[limit]) : this.limits[limit]
    return `its limit of ${inWords[limit](String(amount))}`
  }

  get enforced(): ProcessEnforcement {
    const { cgroup, rlimits, isConfined } = this
    const how = (limit: "cpuMs" | "memoryBytes", rlimit: number | undefined) =>
      cgroup?.holds[limit] ?? (rlimit === undefined ? "none" : "rlimit")
    return {
      wallMs: this.limits.wallMs === "unlimited" ? "none" : "timer",
      cpuMs: how("cpuMs", rlimits.cpuMs),
      memoryBytes: how("memoryBytes", rlimits.addressBytes),
      processes: cgroup?.holds.processes ?? this.processesBy ?? "none",
      outputBytes: "none",
      access: isConfined ? "bubblewrap" : "unconfined",
      files: isConfined ? "mounts" : "none",
      syscalls: isConfined && hasSyscallFilter ? "seccomp" : "none",
      ...(this.reached.size === 0 ? {} : { reached: [...this.reached] }),
      ...(this.endedBy === undefined ? {} : { endedBy: this.endedBy })
    }
  }
}

const inWords: Readonly<Record<ProcessLimitName, (amount: string) => string>> = {
  wallMs: (amount) => `${amount} ms of wall time`,
  cpuMs: (amount) => `${amount} ms of CPU time`,
  memoryBytes: (amount) => `${amount} bytes of memory`,
  processes: (amount) => `${amount} processes`
}

/**
 * Watches the CPU time of a run and reports when it exceeds the limit. The next check is when the limit could be
 * reached at the earliest.
 */
class CpuWatch {
  private readonly usedMs: () => number
  private readonly limitMs: number
  private readonly exceeded: () => void
  private timer: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(usedMs: () => number, limitMs: number, exceeded: () => void) {
    this.usedMs = usedMs
    this.limitMs = limitMs
    this.exceeded = exceeded
    this.look()
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private look(): void {
    const left = this.limitMs - this.usedMs()
    if (left <= 0) this.exceeded()
    else
      this.timer = setTimeout(() => this.look(), Math.min(longest, Math.max(shortest, left / availableParallelism())))
  }
}

const shortest = 5
const longest = 60_000
