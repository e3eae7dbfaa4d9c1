import type * as core from "@toolgate/core"
import Type from "typebox"

// Each closed set stands here once for everything that is written; the types of `core` hold the lists to it in both directions.

/** Names every member of a union, each once: one that is missing or unknown does not compile. */
const words = <Word extends string>(all: Readonly<Record<Word, true>>) => Type.Enum(Object.keys(all) as Array<Word>)

/** Whether a call took effect: "no" promises that nothing happened; "unknown": it may have, and nobody knows. */
export const Executed = words<core.ToolExecution["executed"]>({ no: true, yes: true, unknown: true })

/** How a call failed, as its agent and its statistics see it. */
export const ErrorClass = words<core.ErrorClass>({
  not_found: true,
  validation_error: true,
  permission_denied: true,
  user_denied: true,
  timeout: true,
  execution_error: true,
  cancelled: true,
  confirmation_timeout: true
})

/** How a call failed, in the short form that travels to runners. */
export const ErrorSlug = words<core.ErrorSlug>({
  tool_not_found: true,
  permission_denied: true,
  fs_denied: true,
  invalid_args: true,
  tool_failed: true
})

/** The highest thing that a tool is able to do. */
export const SideEffectClass = words<core.SideEffectClass>({
  NONE: true,
  READ: true,
  WRITE: true,
  EXECUTE: true,
  NETWORK: true
})

/** What a tool does, in particular. */
export const SideEffect = words<core.SideEffect>({
  read_only: true,
  network_access: true,
  calls_llm: true,
  modifies_files: true,
  local_exec: true,
  system_state: true
})

export const ToolRisk = words<core.ToolRisk>({ SAFE: true, LOW: true, MEDIUM: true, HIGH: true, CRITICAL: true })

/** A kind of permission that an operator can ask approval for as a whole. */
export const PermissionType = words<core.PermissionType>({
  network: true,
  filesystem: true,
  shell: true,
  compute: true
})

/** What is done with a file: its letters are what is needed of it. */
export const FileMode = words<core.FileMode>({ r: true, w: true, rw: true })

/** Where a running call prints to. */
export const OutputStream = words<core.OutputStream>({ stdout: true, stderr: true })

/** Whether a command runs confined or not at all, or as a process like any other of its user. */
export const Confinement = words<core.Confinement>({ required: true, waived: true })

/** A limit by its name in results. */
export const LimitName = words<core.LimitName>({
  wallMs: true,
  cpuMs: true,
  memoryBytes: true,
  processes: true,
  outputBytes: true
})

/** The place that a call ran in. Any name may stand here: which sandboxes are installed is for each gate to say. */
export const SandboxName = Type.String()
