import type { FileMode, ResolvedPath } from "./Resource.ts"

/** The known kinds of sandbox. A gate need not install all of them. */
export const sandboxNames = ["host", "wasm", "microvm", "remote", "provider"] as const

/** The name of a sandbox: a known one, or the name of an app's own sandbox. */
export type SandboxName = (typeof sandboxNames)[number] | (string & {})

/** A grant: where a call may run, how much it may use, and what it may access. Plain data. */
export interface ExecutionGrant {
  readonly sandbox: SandboxName
  /**
   * Whether commands are confined. `required`: a command runs confined or not at all. `waived`: it runs like any other
   * process of this user.
   */
  readonly confinement: Confinement
  readonly limits: ResourceLimits
  readonly access: Access
}

/** The confinement of commands: `required`, or `waived` for commands that may run like any other process of this user. */
export type Confinement = "required" | "waived"

/** The resources that one call may access. Usually fewer than its agent may access. */
export interface Access {
  readonly files: ReadonlyArray<FileAccess>
  /** The hosts that the call may reach. An empty list allows none; "any" allows all. */
  readonly hosts: ReadonlyArray<HostAccess> | "any"
  /**
   * Names of the gate's environment variables that a command gets; "any" means all of them. The list never holds values,
   * because hooks see the grant and the audit log stores it.
   */
  readonly env: ReadonlyArray<string> | "any"
  /**
   * Folders to search for programs before those of the system: the `bin` of each folder, or the folder itself if it has no
   * `bin`. `files` has to make them readable. Absent: none.
   */
  readonly path?: ReadonlyArray<string>
}

/**
 * Access to a file or a tree. `exact` means this file only, even if a link replaces it later. `tree` means the folder and
 * everything beneath it, apart from `except`.
 */
export interface FileAccess {
  readonly path: ResolvedPath
  readonly mode: FileMode
  readonly scope: "exact" | "tree"
  /** Absolute path patterns, each with the access that it takes away. Absent: no exceptions. */
  readonly except?: ReadonlyArray<FileException>
}

/** Paths that a grant leaves out, for reading, writing or both. */
export interface FileException {
  readonly pattern: string
  readonly mode: FileMode
  /** Absolute path patterns that the exception does not apply to. They are case-sensitive. */
  readonly unless?: ReadonlyArray<string>
  /** The kind of path. `file`: anything except folders. Absent: anything. */
  readonly of?: "file"
  /**
   * The treatment of a matching path that appears during a run. `inspected`: it stays if it cannot start a program.
   * Absent: it is removed.
   */
  readonly appearing?: "inspected"
  /** A sentence for people who run into the exception: why it exists and how to permit the use. */
  readonly why?: string
}

/** A host pattern and the port that a call may reach there. */
export interface HostAccess {
  /** `h` is one host, `*.h` allows one label before it, `**.h` one or more. */
  readonly host: string
  readonly port: number | "any"
}

/**
 * A grant as shown to a caller that asks what a call would get. It counts the exceptions of a tree instead of listing
 * hundreds. No call runs by a summary.
 */
export interface GrantSummary extends Omit<ExecutionGrant, "access"> {
  readonly access: Omit<Access, "files"> & { readonly files: ReadonlyArray<FileAccessSummary> }
}

/** Access to a file or a tree, with the number of its exceptions. */
export interface FileAccessSummary extends Omit<FileAccess, "except"> {
  /** The number of patterns that may not be written, such as protected paths, and that may not be read. Absent: none. */
  readonly excepted?: { readonly unwritten: number; readonly unread: number }
}

/** A limit in the unit of its resource, or "unlimited". */
export type Bound = number | "unlimited"

/** The resource limits of one call. */
export interface ResourceLimits extends ChainLimits {
  /** Running time in milliseconds. */
  readonly wallMs: Bound
  /** CPU time in milliseconds. */
  readonly cpuMs: Bound
  /** Memory in bytes. */
  readonly memoryBytes: Bound
  /** Concurrent processes. */
  readonly processes: Bound
  /** Output in bytes. Never unlimited, because the gate stores the output in memory and a model reads it. */
  readonly outputBytes: number
  /**
   * Memory as a fraction (0 to 1) of the machine's memory, or of the gate's cgroup limit if that is lower. Only a cgroup
   * can enforce the fraction: an address-space limit would stop programs that reserve much memory and use little. Absent:
   * no limit.
   */
  readonly memoryShare?: number
}

/** The limits on a script that calls tools. Absent: those of the script's tool. */
export interface ChainLimits {
  /** The number of calls. */
  readonly chainCalls?: number
  /** The running time of each call, in milliseconds. */
  readonly chainCallMs?: number
  /** The running time of the script, in milliseconds. */
  readonly chainMs?: number
  /**
   * The size in bytes up to which the script gets a result directly. A larger result is stored as an artifact, and the
   * script gets its reference.
   */
  readonly chainInlineBytes?: number
}

/** The name of a limit in results. `memoryShare` is reported as memory. */
export type LimitName = Exclude<keyof ResourceLimits, "memoryShare" | keyof ChainLimits>

/**
 * Returns limits that bound only the output (16 MiB). The tool's own time-out still applies.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { unlimited } from "@toolgate/core"
 *
 * const limits = { ...unlimited(), wallMs: 10_000 }
 * assert.deepEqual([limits.memoryBytes, limits.wallMs, limits.outputBytes], ["unlimited", 10_000, 16 * 1024 * 1024])
 * ```
 */
export const unlimited = (): ResourceLimits => ({
  wallMs: "unlimited",
  cpuMs: "unlimited",
  memoryBytes: "unlimited",
  processes: "unlimited",
  outputBytes: 16 * 1024 * 1024
})

/** The default limits of a confined command. They stop a fork bomb or a memory leak from taking down the machine. */
export const commandLimits = Object.freeze({
  processes: 1024,
  outputBytes: 4 * 1024 * 1024,
  memoryShare: 0.5
} satisfies Partial<ResourceLimits>)

/**
 * The enforcement of each part of a grant, in one word each. `"none"`: the part was unlimited, or this sandbox cannot
 * enforce it. `access: "cooperative"`: the tool is trusted code that could ignore its access. `files` is the `Containment`
 * of the tool's files, or how a program's file view was built. `syscalls: "seccomp"`: the kernel blocks the system calls
 * in a filter.
 */
export type Enforcement = Readonly<Record<LimitName | "access" | "files" | "syscalls", string>> & {
  /** The limits that the run reached, even if they did not end it. */
  readonly reached?: ReadonlyArray<LimitName>
  /** The limit that ended the run. */
  readonly endedBy?: LimitName
}

/** The starting point for a sandbox's report: no part is enforced. */
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
