import { lstatSync, readdirSync, type Stats } from "node:fs"
import { once, tried } from "@toolgate/processes"
import type { Mount } from "./Mount.ts"

/**
 * Returns the mounts over the parts of "/proc" that belong to the kernel of the whole machine. The parts are looked for
 * once, because they do not change while the machine runs.
 */
export const kernelMounts = once(
  (): ReadonlyArray<Mount> => [...undivided.flatMap(masked), ...(process.getuid?.() === 0 ? rootMounts() : [])]
)

/**
 * The files that show everybody what no namespace divides: the keys that the gate's session holds, and every process.
 */
const undivided = ["keys", "sched_debug"]

/**
 * The parts through which a process reaches the kernel of the whole machine. A command of a gate that runs as root owns
 * them, because it has their owner's number, and a file system of processes does not protect them from their owner.
 */
const kernelParts = ["acpi", "bus", "driver", "fs", "irq", "mtrr", "pressure", "scsi", "sys", "tty"]

const rootMounts = (): ReadonlyArray<Mount> => [
  ...kernelParts.flatMap((name) => {
    // The settings stay readable, because programs look there for limits and versions.
    if (name !== "sys" && isClosed(`/proc/${name}`)) return masked(name)
    return isWritable(`/proc/${name}`) ? [readOnly(name)] : []
  }),
  ...(tried(() => readdirSync("/proc")) ?? [])
    .filter((name) => !kernelParts.includes(name) && !undivided.includes(name) && isClosedFile(`/proc/${name}`))
    .flatMap(masked)
]

const readOnly = (name: string): Mount => ({ kind: "bind", path: `/proc/${name}`, writable: false })

const masked = (name: string): ReadonlyArray<Mount> => {
  const stats = statsOf(`/proc/${name}`)
  return stats === undefined ? [] : [{ kind: "masked", path: `/proc/${name}`, isFolder: stats.isDirectory() }]
}

const isClosedFile = (path: string): boolean => statsOf(path)?.isFile() === true && isClosed(path)

/** Whether a path is, or holds, anything that not everybody may read. */
const isClosed = (path: string): boolean => holds(path, (stats) => (stats.mode & 0o004) === 0)

/** Whether a path is, or holds, a file that its owner may write. */
const isWritable = (path: string): boolean => holds(path, (stats) => !stats.isDirectory() && (stats.mode & 0o200) !== 0)

/** Whether a path is so, or holds anything that is. A folder that cannot be listed counts as holding such a thing. */
const holds = (path: string, isSo: (stats: Stats) => boolean): boolean => {
  const stats = statsOf(path)
  if (stats === undefined) return false
  if (isSo(stats) || !stats.isDirectory()) return isSo(stats)
  return tried(() => readdirSync(path))?.some((name) => holds(`${path}/${name}`, isSo)) ?? true
}

/** Returns `undefined` for a missing file, and for a link, whose target is looked at by itself. */
const statsOf = (path: string): Stats | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isSymbolicLink() === true ? undefined : stats
}
