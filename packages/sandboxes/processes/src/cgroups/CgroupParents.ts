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
import { getStartTime } from "../tree/processTable.ts"
import { succeeds, tryOrUndefined } from "../tryOrUndefined.ts"
import { killCgroup } from "./killCgroup.ts"

/** The folder for the cgroups of runs with one purpose, and the cgroup version. */
export interface CgroupParent {
  /** The gate's cgroup. The cgroups of runs are made inside it, so that the gate's limits apply to them too. */
  readonly folder: string
  readonly kind: "cgroup2" | "cgroup1"
}

export type CgroupPurpose = "memory" | "processes" | "cpu" | "weight" | "kill"

/** The usable cgroups of this machine. They are found by trial, because not every mounted cgroup can be used. */
export class CgroupParents {
  readonly places: Readonly<Partial<Record<CgroupPurpose, CgroupParent>>>
  /**
   * The name prefix of every cgroup of this gate. Other gates on this system read from it whether this gate still runs.
   */
  private readonly prefix: string
  private count = 0

  constructor() {
    const namespace = /\d+/.exec(linkOf("/proc/self/ns/pid"))?.[0] ?? "0"
    // Pids are reused, and one process may have several sandboxes.
    this.prefix = `toolgate-${namespace}-${process.pid}-${getStartTime(process.pid) ?? 0}-${randomUUID().slice(0, 8)}-`
    this.places = process.platform === "linux" ? this.findPlaces() : {}
    for (const folder of new Set(Object.values(this.places).map(({ folder }) => folder))) removeStale(folder, namespace)
  }

  nextName(): string {
    return `${this.prefix}${this.count++}`
  }

  private findPlaces(): CgroupParents["places"] {
    const own = ownCgroups()
    const v2 = own.get("")
    for (const controller of ["memory", "pids", "cpu"]) this.enable(v2, controller)
    const usable = this.tryBeneath([
      v2,
      ...["memory", "pids", "cpuacct", "cpu"].map((controller) => own.get(controller))
    ])
    const place = (folder: string | undefined, kind: CgroupParent["kind"], file: string): CgroupParent | undefined =>
      folder !== undefined && usable.get(folder)?.includes(file) === true ? { folder, kind } : undefined
    const either = (file2: string, controller: string, file1: string) =>
      place(v2, "cgroup2", file2) ?? place(own.get(controller), "cgroup1", file1)
    const memory = either("memory.max", "memory", "memory.limit_in_bytes")
    const processes = either("pids.max", "pids", "pids.max")
    const cpu = either("cpu.stat", "cpuacct", "cpuacct.usage")
    const weight = either("cpu.weight", "cpu", "cpu.shares")
    const kill = place(v2, "cgroup2", "cgroup.procs") ?? processes ?? cpu ?? memory
    return Object.fromEntries(
      Object.entries({ memory, processes, cpu, weight, kill }).filter(([, place]) => place !== undefined)
    )
  }

  /** Returns the folders in which a cgroup can be made and entered, each with the readable files of such a cgroup. */
  private tryBeneath(folders: ReadonlyArray<string | undefined>): ReadonlyMap<string, ReadonlyArray<string>> {
    const made = [...new Set(folders)]
      .filter((folder) => folder !== undefined)
      .map((folder) => ({ folder, child: join(folder, this.nextName()) }))
      .filter(({ child }) => succeeds(() => mkdirSync(child)))
    const entered = whichCanBeEntered(made.map(({ child }) => child))
    const usable = new Map<string, ReadonlyArray<string>>()
    for (const [at, { folder, child }] of made.entries()) {
      if (entered[at] === true) usable.set(folder, readableIn(child))
      tryOrUndefined(() => rmdirSync(child))
    }
    return usable
  }

  /**
   * The kernel allows this only in the root cgroup and in a cgroup without processes. The "pids" controller may be
   * allowed elsewhere too, but no child cgroup can be entered then.
   */
  private enable(folder: string | undefined, controller: string): void {
    if (folder === undefined) return
    const control = join(folder, "cgroup.subtree_control")
    const isEnabled = textOf(control).trim().split(" ").includes(controller)
    if (isEnabled || !succeeds(() => writeFileSync(control, `+${controller}`))) return
    if (this.tryBeneath([folder]).size === 0) tryOrUndefined(() => writeFileSync(control, `-${controller}`))
  }
}

/** Returns the current process's cgroup folders by controller. The key of version 2 is "". */
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

/** Removes the cgroups of gates that were killed, with the processes in them. */
const removeStale = (folder: string, namespace: string): void => {
  for (const name of tryOrUndefined(() => readdirSync(folder)) ?? []) {
    const [, at, pid, start] = /^toolgate-(\d+)-(\d+)-(\d+)-\w+-\d+$/.exec(name) ?? []
    if (at !== namespace || getStartTime(Number(pid)) === Number(start)) continue
    killCgroup(join(folder, name))
    tryOrUndefined(() => rmdirSync(join(folder, name)))
  }
}

/**
 * Tests which of these cgroups a process can enter. The kernel may refuse, for example if the process would leave
 * another user's cgroup. One shell tests all of them in subshells, because starting a program from a large process is
 * slow.
 */
const whichCanBeEntered = (folders: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  if (folders.length === 0) return []
  const words = ["-c", 'for procs; do (echo 0 > "$procs"); echo $?; done', "sh"]
  const { stdout } = spawnSync("/bin/sh", [...words, ...folders.map((folder) => join(folder, "cgroup.procs"))], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })
  return (stdout ?? "").split("\n").map((status) => status === "0")
}

const readableIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => succeeds(() => accessSync(join(folder, name), constants.R_OK)))

const textOf = (path: string): string => tryOrUndefined(() => readFileSync(path, "utf8")) ?? ""
const linkOf = (path: string): string => tryOrUndefined(() => readlinkSync(path)) ?? ""
