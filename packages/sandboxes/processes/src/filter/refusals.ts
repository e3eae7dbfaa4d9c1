import type { CallName } from "./callNumbers.ts"

/** The errors that a refused call ends with. */
export type Errno = "EPERM" | "ENOSYS" | "EAFNOSUPPORT"

/** What has to hold of an argument. The kernel reads the low 32 bits of every argument that is looked at here. */
export type Test = { readonly argument: number } & (
  | { readonly hasAnyOf: number }
  | { readonly isOneOf: ReadonlyArray<number> }
  | { readonly isNoneOf: ReadonlyArray<number> }
)

/** Calls that the filter refuses, and why. */
export interface Refusal {
  readonly because: string
  readonly errno: Errno
  readonly calls: ReadonlyArray<CallName>
  /** The calls are refused where all of these tests hold. Absent: always. */
  readonly when?: ReadonlyArray<Test>
}

const setId = 0o6000
const createsFile = 0o100 | 0o20000000 // O_CREAT and O_TMPFILE, without either of which a mode is not read
const namespaces = 0x7e020080 // every CLONE_NEW… flag
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 }
const netlinkRoute = 0
const terminalCalls = { simulateInput: 0x5412, linuxConsole: 0x541c, setDiscipline: 0x5423 }

const leavesSetId =
  "A file that is set to run as its owner or group stays behind, and gives another user of the machine the gate's rights."
const noNamespace =
  "A namespace of its own would give back every capability within it, and with them much of the kernel that is closed."
const keepsKeys = "The kernel's keyrings are not divided by namespaces: runs would share them with the gate."

/**
 * All that the filter refuses. What is looked at by argument comes first, since the kernel remembers the answers to other
 * calls. ENOSYS is what programs know from older kernels and have another way for; EPERM is final.
 *
 * Not refused is what reaches the run's own processes only, such as `ptrace` and `process_vm_readv`: debuggers need it.
 * Nor are calls that set attributes: without capabilities the kernel sets none that gives rights to a program. Nor is
 * `mkdir`, from whose mode the kernel takes the bits.
 */
export const refusals: ReadonlyArray<Refusal> = [
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
    because: "A terminal that the run was given would take what is written to it for what its person types.",
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
    because: "Of the kernel's own services only the one that lists addresses and routes is needed by usual programs.",
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
    because: "It makes the kernel do what a filter would refuse to its user.",
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
    because: "It runs programs in the kernel, watches it, or stops it where faults of the kernel can be used.",
    errno: "EPERM",
    calls: ["bpf", "perf_event_open", "userfaultfd", "syslog", "modify_ldt"]
  },
  {
    because: "It is for whoever administers the machine, and refused for want of a capability, too.",
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
