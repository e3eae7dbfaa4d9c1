import type { FileMode, ResolvedPath } from "./Resource.ts"

/** The kinds of place that a call can run in. Which of them are installed is another question. */
export const sandboxNames = ["host", "wasm", "microvm", "remote", "provider"] as const

export type SandboxName = (typeof sandboxNames)[number] | (string & {})

/** Where a call may run, how much it may use, and what it may touch. Plain data. */
export interface ExecutionGrant {
  readonly sandbox: SandboxName
  /** `required`: a command runs confined or not at all. `waived`: it runs as a process like any other of this user. */
  readonly confinement: Confinement
  readonly limits: ResourceLimits
  readonly access: Access
}

export type Confinement = "required" | "waived"

/** What this call may touch, which is less than what its agent may. */
export interface Access {
  readonly files: ReadonlyArray<FileAccess>
  /** Empty: none. "any": every host. */
  readonly hosts: ReadonlyArray<HostAccess> | "any"
  /**
   * The variables of the gate's own environment that a command is given, by name; "any": all of them. Never their values: a
   * grant is shown to hooks and put on record.
   */
  readonly env: ReadonlyArray<string> | "any"
  /**
   * Folders whose programs a confined command finds before those of the system: of each its `bin`, or itself where it has none.
   * That it may read them is said in `files`. Absent: none.
   */
  readonly path?: ReadonlyArray<string>
}

/**
 * `exact`: this file and no other, even if a link is put in its place later. `tree`: it and everything beneath it, but for
 * what `except` names.
 */
export interface FileAccess {
  readonly path: ResolvedPath
  readonly mode: FileMode
  readonly scope: "exact" | "tree"
  /** Absolute path patterns, and what may not be done with what they match. Absent: nothing is excepted. */
  readonly except?: ReadonlyArray<FileException>
}

export interface FileException {
  readonly pattern: string
  readonly mode: FileMode
  /** Absolute path patterns of what is not excepted after all. Upper and lower case are different in them. */
  readonly unless?: ReadonlyArray<string>
  /** `file`: only what is no folder. Absent: whatever it is. */
  readonly of?: "file"
  /** `inspected`: what of it appears in the course of a run stays there if it can start nothing. Absent: it is removed. */
  readonly appearing?: "inspected"
  /** Why, and what would permit it: a sentence for whoever meets the exception. */
  readonly why?: string
}

export interface HostAccess {
  /** A host pattern: `h`, `*.h` for one label before it, `**.h` for one or more. */
  readonly host: string
  readonly port: number | "any"
}

export type Bound = number | "unlimited"

export interface ResourceLimits {
  readonly wallMs: Bound
  readonly cpuMs: Bound
  readonly memoryBytes: Bound
  readonly processes: Bound
  /** Never unlimited: what a tool returns is held in memory and read by a model. */
  readonly outputBytes: number
  /**
   * The most memory as a part of what there is, between 0 and 1: of the machine's, or of the cgroup's that the gate is in, where
   * that has less. Held by a cgroup or not at all, because a limit of a process's address space would keep programs from starting
   * that reserve much and use little. Absent: not bounded.
   */
  readonly memoryShare?: number
}

/** A limit by its name in results. A share of the memory is a limit of memory like another. */
export type LimitName = Exclude<keyof ResourceLimits, "memoryShare">

/** No limits but the tool's own time-out and 16 MiB of output. */
export const unlimited = (): ResourceLimits => ({
  wallMs: "unlimited",
  cpuMs: "unlimited",
  memoryBytes: "unlimited",
  processes: "unlimited",
  outputBytes: 16 * 1024 * 1024
})

/** The limits of a confined command where nobody says otherwise: a fork bomb does not take the machine, nor a leak its memory. */
export const commandLimits = Object.freeze({
  processes: 1024,
  outputBytes: 4 * 1024 * 1024,
  memoryShare: 0.5
} satisfies Partial<ResourceLimits>)

/**
 * How each part of a grant was enforced, in one word each. `"none"`: it was not, because it was unlimited or because this
 * sandbox has no means to. `access: "cooperative"`: the tool is trusted code, given no more than was granted and able to
 * take it. `files` is the `Containment` of the files it was given, or how a program's own view of them was made.
 * `syscalls: "seccomp"`: the kernel refuses a program what a filter names.
 */
export type Enforcement = Readonly<Record<LimitName | "access" | "files" | "syscalls", string>> & {
  /** The limits that the run came to, whether or not they ended it. */
  readonly reached?: ReadonlyArray<LimitName>
  /** The limit that ended it. */
  readonly endedBy?: LimitName
}

/** The enforcement of nothing, of which a sandbox changes what it holds. */
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
