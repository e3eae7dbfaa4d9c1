import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs"
import * as Context from "effect/Context"
import { confinedHome } from "./commandEnvironment.ts"
import type { Mount } from "./Mount.ts"

/** Folders of the host that every confined command may read beside the system's own: a toolchain in "/opt", for example. */
export const HostSystemPaths = Context.Reference<ReadonlyArray<string>>("@toolgate/sandbox-host/HostSystemPaths", {
  defaultValue: () => []
})

const defaultMemory = 1024 ** 3

/**
 * What of the system a confined command sees: programs and libraries, never to be changed, what of "/etc" is harmless, its own
 * processes, and the devices that belong to nobody.
 */
export const systemMounts = (extra: ReadonlyArray<string>, memoryBytes: number | "unlimited"): ReadonlyArray<Mount> => {
  const bytes = memoryBytes === "unlimited" ? defaultMemory : memoryBytes
  return [
    ...[...programs, ...settings.map((name) => `/etc/${name}`), ...extra].flatMap(asItStands),
    { kind: "processes", path: "/proc" },
    ...kernelFiles.filter((path) => existsSync(path)).map(readOnly),
    ...kernelSecrets.filter((path) => existsSync(path)).map((path): Mount => ({ kind: "hidden", path })),
    { kind: "devices", path: "/dev" },
    { kind: "memory", path: "/dev/shm", bytes },
    { kind: "memory", path: "/tmp", bytes },
    { kind: "folder", path: confinedHome }
  ]
}

/** Where programs and libraries are, on systems of every kind. */
const programs = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]

/**
 * The entries of "/etc" that programs need and that hold no secret. Not "/etc" itself: where the gate runs as root, a confined
 * command owns "/etc/shadow".
 */
const settings = [
  "alternatives",
  "ca-certificates",
  "ca-certificates.conf",
  "fonts",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "pki/ca-trust",
  "pki/tls/certs",
  "protocols",
  "resolv.conf",
  "services",
  "ssl/cert.pem",
  "ssl/certs",
  "ssl/openssl.cnf",
  "timezone"
]

/**
 * Through these a process reaches the kernel of the whole machine. A file system of processes does not protect them from a
 * command of a gate that runs as root: by its owner's number, it owns them.
 */
const kernelFiles = [
  "/proc/acpi",
  "/proc/bus",
  "/proc/driver",
  "/proc/fs",
  "/proc/irq",
  "/proc/mtrr",
  "/proc/pressure",
  "/proc/scsi",
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/tty"
]

/** What the kernel tells the owner of these is about every process of the machine. */
const kernelSecrets = [
  "/proc/kcore",
  "/proc/keys",
  "/proc/kmsg",
  "/proc/kpagecgroup",
  "/proc/kpagecount",
  "/proc/kpageflags",
  "/proc/pagetypeinfo",
  "/proc/sched_debug",
  "/proc/slabinfo",
  "/proc/timer_list",
  "/proc/vmallocinfo"
]

const readOnly = (path: string): Mount => ({ kind: "bind", path, writable: false })

/** A path as it is outside: a link stays one, and what it leads to beyond the system's own folders is put there too. */
const asItStands = (path: string): ReadonlyArray<Mount> => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isSymbolicLink()) return [readOnly(path)]
  const link: Mount = { kind: "link", path, target: readlinkSync(path) }
  try {
    const target = realpathSync(path)
    return programs.some((folder) => target.startsWith(`${folder}/`)) || programs.includes(target)
      ? [link]
      : [link, readOnly(target)]
  } catch {
    return [link]
  }
}
