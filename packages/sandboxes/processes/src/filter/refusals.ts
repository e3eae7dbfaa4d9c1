import type { CallName } from "./callNumbers.ts"

/** The error of a refused call. */
export type Errno = "EPERM" | "ENOSYS" | "EAFNOSUPPORT"

/** A condition on an argument. Only the low 32 bits of the argument are tested. */
export type ArgumentTest = { readonly argument: number } & (
  | { readonly hasAnyOf: number }
  | { readonly isOneOf: ReadonlyArray<number> }
  | { readonly isNoneOf: ReadonlyArray<number> }
)

/** System calls that the filter refuses, and why. */
export interface SyscallRefusal {
  readonly because: string
  readonly errno: Errno
  readonly calls: ReadonlyArray<CallName>
  /** Refuse only if all of these tests hold. Absent: refuse always. */
  readonly when?: ReadonlyArray<ArgumentTest>
}

const setId = 0o6000
const createsFile = 0o100 | 0o20000000 // O_CREAT and O_TMPFILE; without one of them, a mode is not read
const namespaces = 0x7e020080 // every CLONE_NEW… flag
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 }
const netlinkRoute = 0
const terminalCalls = { simulateInput: 0x5412, linuxConsole: 0x541c, setDiscipline: 0x5423 }

const leavesSetId =
  "A file that is set to run as its owner or group outlives the run, and gives other users of the machine the gate's rights."
const noNamespace =
  "A separate namespace would give the run every capability within it, and so open much of the kernel that is closed."
const keepsKeys = "Namespaces do not divide the kernel's keyrings, so runs would share the keyrings with the gate."

/**
 * Everything that the filter refuses. Rules with conditions come first, because the kernel caches the results of the
 * others. A program that gets ENOSYS falls back, as on an older kernel; EPERM is final.
 *
 * The filter allows calls that reach only the run's processes, such as `ptrace` and `process_vm_readv`, because
 * debuggers need them. It allows setting attributes, because without capabilities no attribute gives a program more
 * rights. It allows `mkdir`, because the kernel removes set-ID bits from the mode.
 */
export const refusals: ReadonlyArray<SyscallRefusal> = [
  {
    because: leavesSetId,
    errno: "EPERM",
    calls: ["openat"],
    when: [
      { argument: 2, hasAnyOf: createsFile },
      { argument: 3, hasAnyOf: setId }
    ]
  },
  {
    because: leavesSetId,
    errno: "EPERM",
    calls: ["open"],
    when: [
      { argument: 1, hasAnyOf: createsFile },
      { argument: 2, hasAnyOf: setId }
    ]
  },
  {
    because: leavesSetId,
    errno: "EPERM",
    calls: ["chmod", "fchmod", "creat", "mknod"],
    when: [{ argument: 1, hasAnyOf: setId }]
  },
  {
    because: leavesSetId,
    errno: "EPERM",
    calls: ["fchmodat", "fchmodat2", "mknodat"],
    when: [{ argument: 2, hasAnyOf: setId }]
  },
  {
    because: "A terminal that the run was given would take text written to it for text that its person types.",
    errno: "EPERM",
    calls: ["ioctl"],
    when: [{ argument: 1, isOneOf: Object.values(terminalCalls) }]
  },
  {
    because:
      "A network namespace divides the internet's families. Others, vsock among them, lead to the machine or to its host.",
    errno: "EAFNOSUPPORT",
    calls: ["socket", "socketpair"],
    when: [{ argument: 0, isNoneOf: Object.values(families) }]
  },
  {
    because: "Usual programs need only one of the kernel's own services: the one that lists addresses and routes.",
    errno: "EAFNOSUPPORT",
    calls: ["socket", "socketpair"],
    when: [
      { argument: 0, isOneOf: [families.netlink] },
      { argument: 2, isNoneOf: [netlinkRoute] }
    ]
  },
  {
    because: noNamespace,
    errno: "EPERM",
    calls: ["clone", "unshare"],
    when: [{ argument: 0, hasAnyOf: namespaces }]
  },
  {
    because: "Their flags and modes are in memory, where a filter cannot look. Programs fall back to older calls.",
    errno: "ENOSYS",
    calls: ["clone3", "openat2"]
  },
  {
    because: "It makes the kernel do for its user what the filter refuses.",
    errno: "ENOSYS",
    calls: ["io_uring_setup", "io_uring_enter", "io_uring_register"]
  },
  { because: keepsKeys, errno: "ENOSYS", calls: ["add_key", "request_key", "keyctl"] },
  {
    because: noNamespace,
    errno: "EPERM",
    calls: [
      "setns",
      "mount",
      "umount2",
      "pivot_root",
      "open_tree",
      "move_mount",
      "fsopen",
      "fsconfig",
      "fsmount",
      "fspick",
      "mount_setattr",
      "open_by_handle_at"
    ]
  },
  {
    because: "It runs programs in the kernel, watches the kernel, or halts it at a point where its faults can be used.",
    errno: "EPERM",
    calls: ["bpf", "perf_event_open", "userfaultfd", "syslog", "modify_ldt"]
  },
  {
    because: "It is for administrators of the machine. Without a capability, the kernel refuses it too.",
    errno: "EPERM",
    calls: [
      "acct",
      "clock_settime",
      "delete_module",
      "finit_module",
      "init_module",
      "ioperm",
      "iopl",
      "kexec_file_load",
      "kexec_load",
      "quotactl",
      "quotactl_fd",
      "reboot",
      "setdomainname",
      "sethostname",
      "settimeofday",
      "swapoff",
      "swapon",
      "vhangup"
    ]
  }
]
