import {
  type Confinement,
  type Enforcement,
  type ExecutionGrant,
  type LimitName,
  type Permit,
  type Refused,
  type ResourceLimits,
  refused
} from "@toolgate/core"
import {
  boundNamespace,
  type CgroupPlaces,
  CpuWatch,
  canBoundNamespace,
  countsOwnProcesses,
  hasSyscallFilter,
  type Launch,
  RunCgroup
} from "@toolgate/processes"
import type { Ending } from "./commandOutcome.ts"

type Limit = LimitName

/** What holds the limits of one run, and which of them it came to. */
export class CommandLimits {
  private readonly limits: ResourceLimits
  private readonly reached = new Set<Limit>()
  private endedBy: Limit | undefined = undefined
  private cgroup: RunCgroup | undefined = undefined
  private watching: CpuWatch | undefined = undefined
  private memoryKills = 0
  private isConfined = false
  private processesBy: "rlimit" | "pid_max" | undefined = undefined

  constructor({ limits }: Pick<ExecutionGrant, "limits">) {
    this.limits = limits
  }

  /** Makes the cgroups of the run. */
  enter(places: CgroupPlaces, isConfined: boolean): RunCgroup {
    this.isConfined = isConfined
    this.cgroup = new RunCgroup(places, this.limits, isConfined)
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
   * Told when only the launcher is in the run's namespace, of which it is the first process, and whether the launcher has taken the
   * limit of processes upon itself. Where nothing holds them yet the namespace is bounded, if that is possible.
   */
  async holdProcesses(first: number, hasLimit: boolean): Promise<void> {
    const { processes } = this.limits
    if (hasLimit) this.processesBy = "rlimit"
    else if (processes === "unlimited" || this.cgroup?.holds.processes !== undefined) return
    else if (canBoundNamespace() && (await boundNamespace(first, processes))) this.processesBy = "pid_max"
  }

  /** Tells when the run has used its processor time. */
  watch(exceeded: () => void): void {
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
    this.watching?.stop()
  }

  /** The run is being killed. */
  hurry(): void {
    this.cgroup?.hurry()
  }

  /** This limit ended the run. */
  ended(limit: Limit): void {
    this.reached.add(limit)
    this.endedBy ??= limit
  }

  /** Reads what the run came to, and takes its cgroups away with whatever is left in them. */
  async leave(isOutputCut: boolean): Promise<void> {
    const { cgroup } = this
    if (isOutputCut) this.reached.add("outputBytes")
    if (cgroup === undefined) return
    this.memoryKills = cgroup.memoryKills
    if (this.memoryKills > 0) this.reached.add("memoryBytes")
    if (cgroup.processesRefused > 0) this.reached.add("processes")
    await cgroup.remove()
  }

  /** Whether the run was to have more processes than it may. Where no cgroup counts them, nobody knows. */
  get refusedProcesses(): boolean {
    return this.reached.has("processes")
  }

  /** The limit that ended a program which seems to have ended by itself. */
  endedIt({ status, signal }: Ending): Limit | undefined {
    const isBy = (name: NodeJS.Signals, number: number) => signal === name || status === 128 + number
    if (this.memoryKills > 0 && status !== 0) this.ended("memoryBytes")
    else if (this.rlimits.cpuMs !== undefined && isBy("SIGXCPU", 24)) this.ended("cpuMs")
    return this.endedBy
  }

  exceeded({ request }: Permit, limit: Limit): Refused {
    return refused("LimitExceeded", `Tool "${request.tool.name}" exceeded ${this.inWords(limit)}.`, { limit })
  }

  /** A limit as the end of a sentence. */
  inWords(limit: Limit): string {
    const amount = limit === "memoryBytes" ? (this.cgroup?.memoryBytes ?? this.limits[limit]) : this.limits[limit]
    return `its limit of ${inWords[limit](String(amount))}`
  }

  /** How each part of the grant was held. */
  enforced(confinement: Confinement): Enforcement {
    const { cgroup, rlimits } = this
    const how = (limit: "cpuMs" | "memoryBytes", rlimit: number | undefined) =>
      cgroup?.holds[limit] ?? (rlimit === undefined ? "none" : "rlimit")
    return {
      wallMs: "timer",
      cpuMs: how("cpuMs", rlimits.cpuMs),
      memoryBytes: how("memoryBytes", rlimits.addressBytes),
      processes: cgroup?.holds.processes ?? this.processesBy ?? "none",
      outputBytes: "engine",
      access: confinement === "required" ? "bubblewrap" : "unconfined",
      files: confinement === "required" ? "mounts" : "none",
      syscalls: confinement === "required" && hasSyscallFilter ? "seccomp" : "none",
      ...(this.reached.size === 0 ? {} : { reached: [...this.reached] }),
      ...(this.endedBy === undefined ? {} : { endedBy: this.endedBy })
    }
  }
}

const inWords: Readonly<Record<Limit, (amount: string) => string>> = {
  wallMs: (amount) => `${amount} ms of wall time`,
  cpuMs: (amount) => `${amount} ms of processor time`,
  memoryBytes: (amount) => `${amount} bytes of memory`,
  processes: (amount) => `${amount} processes`,
  outputBytes: (amount) => `${amount} bytes of output`
}
