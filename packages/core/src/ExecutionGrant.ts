import type { FileMode, ResolvedPath } from "./Resource.ts"

/** The kinds of sandbox that a call can run in. A gate need not have all of them installed. */
export const sandboxNames = ["host", "wasm", "microvm", "remote", "provider"] as const

/** The name of a sandbox: one of the known names, or the name of an app's own sandbox. */
export type SandboxName = (typeof sandboxNames)[number] | (string & {})

/** A grant: where a call may run, how much it may use, and what it may touch. Plain data. */
export interface ExecutionGrant {
  readonly sandbox: SandboxName
  /**
   * Whether commands are confined. `required`: a command runs confined or not at all. `waived`: it runs like any other process of
   * this user.
   */
  readonly confinement: Confinement
  readonly limits: ResourceLimits
  readonly access: Access
}

/** The confinement of commands: `required`, or `waived` for commands that may run like any other process of this user. */
export type Confinement = "required" | "waived"

/** The resources that this call may touch, which are fewer than its agent may touch. */
export interface Access {
  readonly files: ReadonlyArray<FileAccess>
  /** The hosts that the call may reach. An empty list allows none, "any" allows every host. */
  readonly hosts: ReadonlyArray<HostAccess> | "any"
  /**
   * The names of the variables of the gate's own environment that a command gets; "any" stands for all of them. Never their values:
   * hooks see the grant, and the record has it.
   */
  readonly env: ReadonlyArray<string> | "any"
  /**
   * The folders whose programs a confined command finds before those of the system: the `bin` of each folder, or the folder itself
   * if it has none. `files` has to let the command read them. Absent: none.
   */
  readonly path?: ReadonlyArray<string>
}

/**
 * The access to a file or a tree. `exact` is this file and no other, even if a link is put in its place later. `tree` is the folder
 * and everything beneath it, except for what `except` names.
 */
export interface FileAccess {
  readonly path: ResolvedPath
  readonly mode: FileMode
  readonly scope: "exact" | "tree"
  /** The exceptions: absolute path patterns, and what may not be done with paths that match. Absent: no exceptions. */
  readonly except?: ReadonlyArray<FileException>
}

/** A pattern of paths that a grant of files leaves out, for reading, for writing or for both. */
export interface FileException {
  readonly pattern: string
  readonly mode: FileMode
  /** The absolute path patterns of paths that are not excepted after all. They distinguish upper and lower case. */
  readonly unless?: ReadonlyArray<string>
  /** The kind of path that is excepted. `file`: only what is no folder. Absent: anything. */
  readonly of?: "file"
  /**
   * The treatment of a matching path that appears during a run. `inspected`: it stays if it cannot start anything. Absent: it is
   * removed.
   */
  readonly appearing?: "inspected"
  /** A sentence for whoever meets the exception: why it exists, and what would permit the use. */
  readonly why?: string
}

/** A host, or a pattern of hosts, and the port that a call may reach there. */
export interface HostAccess {
  /** The pattern of a host: `h`, `*.h` for one label before it, `**.h` for one or more. */
  readonly host: string
  readonly port: number | "any"
}

/**
 * A grant as it is shown to a caller that asks what a call would be granted. The exceptions of a tree are counted: a policy has
 * hundreds, and nothing runs by a summary.
 */
export interface GrantSummary extends Omit<ExecutionGrant, "access"> {
  readonly access: Omit<Access, "files"> & { readonly files: ReadonlyArray<FileAccessSummary> }
}

/** The access to a file or a tree, with the number of patterns that it does not cover. */
export interface FileAccessSummary extends Omit<FileAccess, "except"> {
  /** The numbers of patterns of paths that are not written, such as the protected paths, and that are not read. Absent: none. */
  readonly excepted?: { readonly unwritten: number; readonly unread: number }
}

/** A bound on one resource: a number in the unit that the resource names, or none. */
export type Bound = number | "unlimited"

/** The bounds on what one call may use. */
export interface ResourceLimits extends ChainLimits {
  /** The running time in milliseconds. */
  readonly wallMs: Bound
  /** The processor time in milliseconds. */
  readonly cpuMs: Bound
  /** The memory in bytes. */
  readonly memoryBytes: Bound
  /** The number of processes at a time. */
  readonly processes: Bound
  /** The bound on the output in bytes. Never unlimited: what a tool returns is held in memory and read by a model. */
  readonly outputBytes: number
  /**
   * The most memory as a share, between 0 and 1, of the machine's memory, or of the memory of the gate's cgroup where that is less.
   * The share is enforced by a cgroup or not at all: a limit of the address space would keep programs from starting that reserve
   * much and use little. Absent: no bound.
   */
  readonly memoryShare?: number
}

/** The bounds on a script that calls tools. Absent: those of the script's tool. */
export interface ChainLimits {
  /** The number of calls. */
  readonly chainCalls?: number
  /** The time that each of its calls may run. */
  readonly chainCallMs?: number
  /** The time that the script may run. */
  readonly chainMs?: number
  /** The size of a result that the script is given as it is. A larger one is stored, and the script is given its reference. */
  readonly chainInlineBytes?: number
}

/** The name of a limit in results. A limit by `memoryShare` counts as a limit of memory. */
export type LimitName = Exclude<keyof ResourceLimits, "memoryShare" | keyof ChainLimits>

/** Returns limits without bounds, except for the tool's own time-out and 16 MiB of output. */
export const unlimited = (): ResourceLimits => ({
  wallMs: "unlimited",
  cpuMs: "unlimited",
  memoryBytes: "unlimited",
  processes: "unlimited",
  outputBytes: 16 * 1024 * 1024
})

/** The limits of a confined command by default: a fork bomb does not take the machine, nor a leak its memory. */
export const commandLimits = Object.freeze({
  processes: 1024,
  outputBytes: 4 * 1024 * 1024,
  memoryShare: 0.5
} satisfies Partial<ResourceLimits>)

/**
 * The enforcement of each part of a grant, in one word each. `"none"`: the part was unlimited, or this sandbox has no means to
 * enforce it. `access: "cooperative"`: the tool is trusted code, which gets no more than was granted but could take it. `files` is
 * the `Containment` of the files that the tool got, or the way in which a program's own view of them was made. `syscalls:
 * "seccomp"`: the kernel refuses a program the system calls that a filter names.
 */
export type Enforcement = Readonly<Record<LimitName | "access" | "files" | "syscalls", string>> & {
  /** The limits that the run reached, whether or not they ended it. */
  readonly reached?: ReadonlyArray<LimitName>
  /** The limit that ended the run. */
  readonly endedBy?: LimitName
}

/** An enforcement of nothing, in which a sandbox replaces the parts that it enforces. */
export const unenforced: Enforcement = Object.freeze({
  wallMs: "none",
  cpuMs: "none",
  memoryBytes: "none",
  processes: "none",
  outputBytes: "none",
  access: "none",
  files: "none",
  syscalls: "none"
})
