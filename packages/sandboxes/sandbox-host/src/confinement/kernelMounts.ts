import { lstatSync, readdirSync, type Stats } from "node:fs"
import { once, tried } from "@toolgate/processes"
import type { Mount } from "./Mount.ts"

/**
 * What is put over the parts of "/proc" that belong to the kernel of the whole machine. Looked for once: which parts there
 * are does not change while the machine runs.
 */
export const kernelMounts = once(
  (): ReadonlyArray<Mount> => [...undivided.flatMap(masked), ...(process.getuid?.() === 0 ? rootMounts() : [])]
)

/** These show everybody what no namespace divides: the keys that the gate's session holds, and every process. */
const undivided = ["keys", "sched_debug"]

/**
 * Through these a process reaches the kernel of the whole machine. A command of a gate that runs as root owns them, by
 * its owner's number, and a file system of processes does not protect them from that.
 */
const kernelParts = ["acpi", "bus", "driver", "fs", "irq", "mtrr", "pressure", "scsi", "sys", "tty"]

const rootMounts = (): ReadonlyArray<Mount> => [
  ...kernelParts.flatMap((name) => {
    // The settings stay to be read: programs look there for limits and versions.
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

/** Whether it is, or holds, anything that not everybody may read. */
const isClosed = (path: string): boolean => holds(path, (stats) => (stats.mode & 0o004) === 0)

/** Whether it is, or holds, a file that its owner may write. */
const isWritable = (path: string): boolean => holds(path, (stats) => !stats.isDirectory() && (stats.mode & 0o200) !== 0)

/** What cannot be looked at is taken to be so. */
const holds = (path: string, isSo: (stats: Stats) => boolean): boolean => {
  const stats = statsOf(path)
  if (stats === undefined) return false
  if (isSo(stats) || !stats.isDirectory()) return isSo(stats)
  return tried(() => readdirSync(path))?.some((name) => holds(`${path}/${name}`, isSo)) ?? true
}

/** `undefined` of what is not there, and of a link, which leads to something else that is looked at. */
const statsOf = (path: string): Stats | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isSymbolicLink() === true ? undefined : stats
}
