import type { FileMode, ResolvedPath } from "./Resource.ts"

export type SandboxName = "host" | (string & {})

/** Where a call may run, how much it may use, and what it may touch. Plain data. */
export interface ExecutionGrant {
  readonly sandbox: SandboxName
  readonly limits: ResourceLimits
  readonly access: Access
}

/** What this call may touch, which is less than what its agent may. */
export interface Access {
  readonly files: ReadonlyArray<FileAccess>
}

/** `exact`: this file and no other, even if a link is put in its place later. `tree`: it and everything beneath it. */
export interface FileAccess {
  readonly path: ResolvedPath
  readonly mode: FileMode
  readonly scope: "exact" | "tree"
}

export type Bound = number | "unlimited"

export interface ResourceLimits {
  readonly wallMs: Bound
  readonly cpuMs: Bound
  readonly memoryBytes: Bound
  readonly processes: Bound
  /** Never unlimited: what a tool returns is held in memory and read by a model. */
  readonly outputBytes: number
}

/** No limits but the tool's own time-out and 16 MiB of output. */
export const unlimited = (): ResourceLimits => ({
  wallMs: "unlimited",
  cpuMs: "unlimited",
  memoryBytes: "unlimited",
  processes: "unlimited",
  outputBytes: 16 * 1024 * 1024
})

/**
 * How each part of a grant was enforced, in one word each. `"none"`: it was not, because it was unlimited or because this
 * sandbox has no means to. `access: "cooperative"`: the tool is trusted code, given no more than was granted and able to
 * take it. `files` is the `Containment` of the files it was given.
 */
export type Enforcement = Readonly<Record<keyof ResourceLimits | "access" | "files", string>>
