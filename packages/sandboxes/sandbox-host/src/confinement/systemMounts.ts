import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from "node:fs"
import type { Access } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { once, tried } from "@toolgate/processes"
import type { SessionPaths } from "../session/SessionFolder.ts"
import { confinedHome, confinedTmp } from "./commandEnvironment.ts"
import type { Mount } from "./Mount.ts"

const defaultMemory = 1024 ** 3

/**
 * Returns the part of the system that a confined command sees: programs and libraries, read-only, the harmless entries
 * of "/etc", the command's own processes, and the devices that belong to nobody. `session`: the folders that stand in
 * the place of temporary folders in memory.
 */
export const systemMounts = (
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

/** The folders of programs and libraries, on systems of every kind. */
const programs = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]

/**
 * The entries of "/etc" that programs need and that hold no secret. "/etc" itself is not mounted: where the gate runs
 * as root, a confined command owns "/etc/shadow". Each entry is a mount, and each mount costs every run, so the list is
 * short.
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

/** Debian keeps the settings of each Java in a folder of its own, and no Java compiles without them. */
const javaSettings = once(() => (tried(() => readdirSync("/etc")) ?? []).filter((name) => /^java-\d/.test(name)))

/** The entries that only a command with a network needs. */
const networkSettings = ["pki/ca-trust", "protocols", "resolv.conf", "services"]

const readOnly = (path: string): Mount => ({ kind: "bind", path, writable: false })

/**
 * Returns the mounts that show a path as it is outside: a link stays a link, and its target is mounted too if it lies
 * outside the system's own folders.
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
 * Returns the mounts over the parts of "/proc" that belong to the kernel of the whole machine. The parts are looked for
 * once, because they do not change while the machine runs.
 */
const kernelMounts = once(
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
    return isWritable(`/proc/${name}`) ? [readOnly(`/proc/${name}`)] : []
  }),
  ...(tried(() => readdirSync("/proc")) ?? [])
    .filter((name) => !kernelParts.includes(name) && !undivided.includes(name) && isClosedFile(`/proc/${name}`))
    .flatMap(masked)
]

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
