import type { CgroupPlaces } from "../cgroups/CgroupPlaces.ts"
import { RunCgroup } from "../cgroups/RunCgroup.ts"
import type { Exit } from "../Exit.ts"
import { hasSyscallFilter } from "../filter/openSyscallFilter.ts"
import type { Launch } from "../launch/launch.ts"
import { boundNamespace, canBoundNamespace } from "./boundNamespace.ts"
import { CpuWatch } from "./CpuWatch.ts"
import { countsOwnProcesses } from "./countsOwnProcesses.ts"
import { deadlines, type Line, type Timed } from "./Deadlines.ts"
import type { ProcessLimitName, ProcessLimits } from "./ProcessLimits.ts"

/**
 * How a process was held, in one word each: its limits, `access` and `files` (`"bubblewrap"` and `"mounts"` of a confined process), and
 * `syscalls` (`"seccomp"`). `"none"`: it was not, because it was unlimited or because there is no means to here. Nobody counts its
 * output.
 */
export type ProcessEnforcement = Readonly<
  Record<ProcessLimitName | "outputBytes" | "access" | "files" | "syscalls", string>
> & {
  /** The limits that it came to, whether or not they ended it. */
  readonly reached?: ReadonlyArray<ProcessLimitName>
  /** The limit that ended it. */
  readonly endedBy?: ProcessLimitName
}

/** What holds the limits of one process, and which of them it came to. */
export class HeldLimits implements Timed {
  due = 0
  earlier: Timed | undefined = undefined
  later: Timed | undefined = undefined
  line: Line | undefined = undefined

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

  /** Makes the cgroups of the process. */
  enter(places: CgroupPlaces): RunCgroup {
    this.cgroup = new RunCgroup(places, this.limits, this.isConfined)
    return this.cgroup
  }

  /**
   * What no cgroup holds, as far as a limit of each process can stand for it. The number of processes is among that only
   * in a user namespace: elsewhere such a limit counts all that the user runs.
   */
  get rlimits(): Launch["rlimits"] {
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
   * Told when only the launcher is in the process's namespace, of which it is the first process, and whether the launcher has taken the
   * limit of processes upon itself. Where nothing holds them yet the namespace is bounded, if that is possible.
   */
  async holdProcesses(first: number, hasLimit: boolean): Promise<void> {
    const { processes } = this.limits
    if (hasLimit) this.processesBy = "rlimit"
    else if (processes === "unlimited" || this.cgroup?.holds.processes !== undefined) return
    else if (canBoundNamespace() && (await boundNamespace(first, processes))) this.processesBy = "pid_max"
  }

  /** Tells when the time is up that is counted from then on, a time of `performance.now()`. */
  watchTime(from: number, exceeded: () => void): void {
    const { wallMs } = this.limits
    if (wallMs === "unlimited") return
    this.timeIsUp = exceeded
    deadlines.add(this, wallMs, from)
  }

  /** Called by the list of deadlines. */
  expire(): void {
    this.ended("wallMs")
    this.timeIsUp()
  }

  /** Tells when the processor time is used up. */
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

  /** The process is being killed. */
  hurry(): void {
    this.cgroup?.hurry()
  }

  /** This limit ended the process. */
  ended(limit: ProcessLimitName): void {
    this.reached.add(limit)
    this.endedBy ??= limit
  }

  /** Reads what the process came to, and takes its cgroups away with whatever is left in them. */
  async leave(): Promise<void> {
    const { cgroup } = this
    if (cgroup === undefined) return
    this.memoryKills = cgroup.memoryKills
    if (this.memoryKills > 0) this.reached.add("memoryBytes")
    if (cgroup.processesRefused > 0) this.reached.add("processes")
    await cgroup.remove()
  }

  /** Whether there were to be more processes than there may. Where no cgroup counts them, nobody knows. */
  get refusedProcesses(): boolean {
    return this.reached.has("processes")
  }

  /** The limit that ended a program which seems to have ended by itself. */
  endedIt({ status, signal }: Exit): ProcessLimitName | undefined {
    const isBy = (name: NodeJS.Signals, number: number) => signal === name || status === 128 + number
    if (this.memoryKills > 0 && status !== 0) this.ended("memoryBytes")
    else if (this.rlimits.cpuMs !== undefined && isBy("SIGXCPU", 24)) this.ended("cpuMs")
    return this.endedBy
  }

  /** A limit as the end of a sentence: "its limit of 16 processes". */
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
  cpuMs: (amount) => `${amount} ms of processor time`,
  memoryBytes: (amount) => `${amount} bytes of memory`,
  processes: (amount) => `${amount} processes`
}
