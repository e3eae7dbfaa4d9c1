import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from "node:fs"
import type { Access } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { once, tryOrUndefined } from "@toolgate/processes"
import type { SessionPaths } from "../session/SessionFolder.ts"
import { confinedHome, confinedTmp } from "./buildCommandEnvironment.ts"
import type { Mount } from "./Mount.ts"

const defaultMemory = 1024 ** 3

/**
 * Returns the part of the system that a confined command sees: read-only programs and libraries, harmless entries of
 * "/etc", the command's processes, and harmless devices. `session`: folders of a session in place of temporary folders
 * in memory.
 */
export const buildSystemMounts = (
  extra: ReadonlyArray<string>,
  memoryBytes: number | "unlimited",
  hosts: Access["hosts"],
  session?: SessionPaths
): ReadonlyArray<Mount> => {
  const inEtc = [...settings, ...javaSettings(), ...(hosts === "any" ? networkSettings : [])]
  const bytes = memoryBytes === "unlimited" ? defaultMemory : memoryBytes
  return [
    ...[...programs, ...inEtc.map((name) => `/etc/${name}`), ...extra].flatMap(asItStands),
    { kind: "processes", path: "/proc" },
    ...kernelMounts(),
    { kind: "devices", path: "/dev" },
    ...(session === undefined ? ownMemory(bytes) : ownFolders(session))
  ]
}

const ownMemory = (bytes: number): ReadonlyArray<Mount> => [
  { kind: "memory", path: "/dev/shm", bytes },
  { kind: "memory", path: confinedTmp, bytes },
  { kind: "folder", path: confinedHome }
]

const ownFolders = ({ shm, tmp, home }: SessionPaths): ReadonlyArray<Mount> => [
  { kind: "own", path: "/dev/shm", source: shm },
  { kind: "own", path: confinedTmp, source: tmp },
  { kind: "own", path: confinedHome, source: home }
]

/** Program and library folders of all Linux distributions. */
const programs = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]

/**
 * Entries of "/etc" that programs need and that contain no secrets. "/etc" itself is not mounted: if the gate runs as
 * root, a command could read "/etc/shadow". Each mount slows down every run, so the list is short.
 */
const settings = [
  "alternatives",
  "group",
  "hosts",
  "ld.so.cache",
  "localtime",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "pki/tls/certs",
  "ssl/cert.pem",
  "ssl/certs",
  "ssl/openssl.cnf",
  "timezone"
]

/** Debian keeps the settings of each Java version in a separate folder, which the compiler needs. */
const javaSettings = once(() =>
  (tryOrUndefined(() => readdirSync("/etc")) ?? []).filter((name) => /^java-\d/.test(name))
)

/** Needed only by a command with network access. */
const networkSettings = ["pki/ca-trust", "protocols", "resolv.conf", "services"]

const readOnly = (path: string): Mount => ({ kind: "bind", path, writable: false })

/**
 * Returns mounts that show a path unchanged: a link stays a link, and a target outside the system's folders is mounted
 * too.
 */
const asItStands = (path: string): ReadonlyArray<Mount> => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isSymbolicLink()) return [readOnly(path)]
  const link: Mount = { kind: "link", path, target: readlinkSync(path) }
  try {
    const target = realpathSync(path)
    return programs.some((folder) => isBeneath(target, folder)) ? [link] : [link, readOnly(target)]
  } catch {
    return [link]
  }
}

/**
 * Returns mounts over the machine-wide parts of "/proc". The search runs once, because these parts do not change while
 * the machine runs.
 */
const kernelMounts = once(
  (): ReadonlyArray<Mount> => [...undivided.flatMap(masked), ...(process.getuid?.() === 0 ? rootMounts() : [])]
)

/** Files that reveal data beyond all namespaces: the keys of the gate's session, and every process. */
const undivided = ["keys", "sched_debug"]

/**
 * Machine-wide parts of the kernel. If the gate runs as root, a command has the user id that owns them, and "/proc"
 * does not protect files from their owner.
 */
const kernelParts = ["acpi", "bus", "driver", "fs", "irq", "mtrr", "pressure", "scsi", "sys", "tty"]

const rootMounts = (): ReadonlyArray<Mount> => [
  ...kernelParts.flatMap((name) => {
    // Settings stay readable, because programs read limits and versions there.
    if (name !== "sys" && isClosed(`/proc/${name}`)) return masked(name)
    return isWritable(`/proc/${name}`) ? [readOnly(`/proc/${name}`)] : []
  }),
  ...(tryOrUndefined(() => readdirSync("/proc")) ?? [])
    .filter((name) => !kernelParts.includes(name) && !undivided.includes(name) && isClosedFile(`/proc/${name}`))
    .flatMap(masked)
]

const masked = (name: string): ReadonlyArray<Mount> => {
  const stats = statsOf(`/proc/${name}`)
  return stats === undefined ? [] : [{ kind: "masked", path: `/proc/${name}`, isFolder: stats.isDirectory() }]
}

const isClosedFile = (path: string): boolean => statsOf(path)?.isFile() === true && isClosed(path)

/** Whether a path is, or contains, something that is not readable for all users. */
const isClosed = (path: string): boolean => holds(path, (stats) => (stats.mode & 0o004) === 0)

/** Whether a path is, or contains, a file that its owner may write. */
const isWritable = (path: string): boolean => holds(path, (stats) => !stats.isDirectory() && (stats.mode & 0o200) !== 0)

/** Whether a path or anything in it passes the test. A folder that cannot be listed passes. */
const holds = (path: string, isSo: (stats: Stats) => boolean): boolean => {
  const stats = statsOf(path)
  if (stats === undefined) return false
  if (isSo(stats) || !stats.isDirectory()) return isSo(stats)
  return tryOrUndefined(() => readdirSync(path))?.some((name) => holds(`${path}/${name}`, isSo)) ?? true
}

/** Returns `undefined` for a missing file, and for a link, whose target is checked separately. */
const statsOf = (path: string): Stats | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isSymbolicLink() === true ? undefined : stats
}
