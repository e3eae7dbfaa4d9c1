import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { startOf } from "../tree/processTable.ts"
import { succeeds, tried } from "../tried.ts"
import { killCgroup } from "./killCgroup.ts"

/** Where a run's own cgroup can be made for one purpose, and which kind of cgroup holds it there. */
export interface CgroupPlace {
  /** The gate's own cgroup: a run's is made beneath it, so that what bounds the gate bounds the run. */
  readonly folder: string
  readonly kind: "cgroup2" | "cgroup1"
}

/** What a cgroup is needed for. */
export type CgroupPurpose = "memory" | "processes" | "cpu" | "weight" | "kill"

/** What of cgroups works here, found by trying, since what is mounted is not always what may be used. */
export class CgroupPlaces {
  readonly places: Readonly<Partial<Record<CgroupPurpose, CgroupPlace>>>
  /** Names every cgroup of this gate, and tells others of the same system whether it is still there. */
  private readonly prefix: string
  private count = 0

  constructor() {
    const namespace = /\d+/.exec(linkOf("/proc/self/ns/pid"))?.[0] ?? "0"
    // The number of a process comes again, and one process may hold several sandboxes.
    this.prefix = `toolgate-${namespace}-${process.pid}-${startOf(process.pid) ?? 0}-${randomUUID().slice(0, 8)}-`
    this.places = process.platform === "linux" ? this.findPlaces() : {}
    for (const folder of new Set(Object.values(this.places).map(({ folder }) => folder))) removeStale(folder, namespace)
  }

  nextName(): string {
    return `${this.prefix}${this.count++}`
  }

  private findPlaces(): CgroupPlaces["places"] {
    const own = ownCgroups()
    const v2 = own.get("")
    for (const controller of ["memory", "pids", "cpu"]) this.enable(v2, controller)
    const v1 = (controller: string) => own.get(controller)
    const first = (...candidates: ReadonlyArray<CgroupPlace | undefined>) =>
      candidates.find((place) => place !== undefined)
    const memory = first(
      this.works(v2, "cgroup2", "memory.max"),
      this.works(v1("memory"), "cgroup1", "memory.limit_in_bytes")
    )
    const processes = first(this.works(v2, "cgroup2", "pids.max"), this.works(v1("pids"), "cgroup1", "pids.max"))
    const cpu = first(this.works(v2, "cgroup2", "cpu.stat"), this.works(v1("cpuacct"), "cgroup1", "cpuacct.usage"))
    const weight = first(this.works(v2, "cgroup2", "cpu.weight"), this.works(v1("cpu"), "cgroup1", "cpu.shares"))
    const kill = first(this.works(v2, "cgroup2", "cgroup.procs"), processes, cpu, memory)
    return Object.fromEntries(
      Object.entries({ memory, processes, cpu, weight, kill }).filter(([, place]) => place !== undefined)
    )
  }

  private works(folder: string | undefined, kind: CgroupPlace["kind"], file: string): CgroupPlace | undefined {
    if (folder === undefined) return undefined
    const child = join(folder, this.nextName())
    if (!succeeds(() => mkdirSync(child))) return undefined
    const isOfUse =
      [file, "cgroup.procs"].every((name) => succeeds(() => accessSync(join(child, name), constants.R_OK))) &&
      canEnter(child)
    tried(() => rmdirSync(child))
    return isOfUse ? { folder, kind } : undefined
  }

  /**
   * Allowed only where no process is in the cgroup itself, or at the very top. That of processes may be allowed elsewhere, but
   * no cgroup beneath can be entered then.
   */
  private enable(folder: string | undefined, controller: string): void {
    if (folder === undefined) return
    const control = join(folder, "cgroup.subtree_control")
    const isEnabled = textOf(control).trim().split(" ").includes(controller)
    if (isEnabled || !succeeds(() => writeFileSync(control, `+${controller}`))) return
    if (this.works(folder, "cgroup2", "cgroup.procs") === undefined)
      tried(() => writeFileSync(control, `-${controller}`))
  }
}

/** The folders of this process's own cgroups, by controller; that of version 2 under the empty name. */
const ownCgroups = (): ReadonlyMap<string, string> => {
  const paths = new Map<string, string>()
  for (const line of textOf("/proc/self/cgroup").split("\n")) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    for (const controller of controllers?.split(",") ?? []) paths.set(controller, path ?? "/")
  }
  const folders = new Map<string, string>()
  for (const line of textOf("/proc/self/mountinfo").split("\n")) {
    const [before = "", after = ""] = line.split(" - ")
    const [, , , root = "/", mountedOn = "/"] = before.split(" ")
    const [type, , options = ""] = after.split(" ")
    const controllers = type === "cgroup2" ? [""] : type === "cgroup" ? options.split(",") : []
    for (const controller of controllers) {
      const path = paths.get(controller)
      if (path === undefined || folders.has(controller)) continue
      folders.set(controller, join(mountedOn, path.startsWith(root) ? path.slice(root === "/" ? 0 : root.length) : "/"))
    }
  }
  return folders
}

/** A gate that was killed leaves its runs' cgroups, and what may still be in them. */
const removeStale = (folder: string, namespace: string): void => {
  for (const name of tried(() => readdirSync(folder)) ?? []) {
    const [, at, pid, start] = /^toolgate-(\d+)-(\d+)-(\d+)-\w+-\d+$/.exec(name) ?? []
    if (at !== namespace || startOf(Number(pid)) === Number(start)) continue
    killCgroup(join(folder, name))
    tried(() => rmdirSync(join(folder, name)))
  }
}

/** What may be made may not be entered: not where another user's cgroup would be left, nor of every kind. */
const canEnter = (folder: string): boolean =>
  spawnSync("/bin/sh", ["-c", 'echo 0 > "$1"', "sh", join(folder, "cgroup.procs")], { stdio: "ignore" }).status === 0

const textOf = (path: string): string => tried(() => readFileSync(path, "utf8")) ?? ""
const linkOf = (path: string): string => tried(() => readlinkSync(path)) ?? ""
