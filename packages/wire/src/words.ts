import Type from "typebox"

// Each closed set stands here once, for everything that is written. `core.test.ts` holds the types of `@toolgate/core` to them.

/**
 * Whether a call took effect. "no" promises that nothing happened. "unknown" means that the call may have taken effect, and nobody
 * knows.
 */
export const Executed = Type.Enum(["no", "yes", "unknown"])

/** The class of a failure, as agents and statistics see it. */
export const ErrorClass = Type.Enum([
  "not_found",
  "validation_error",
  "permission_denied",
  "user_denied",
  "timeout",
  "execution_error",
  "cancelled",
  "confirmation_timeout"
])

/** The class of a failure in the short form that runners get. */
export const ErrorSlug = Type.Enum(["tool_not_found", "permission_denied", "fs_denied", "invalid_args", "tool_failed"])

/** The highest class of what a tool is able to do. */
export const SideEffectClass = Type.Enum(["NONE", "READ", "WRITE", "EXECUTE", "NETWORK"])

/** An effect that a tool may have. */
export const SideEffect = Type.Enum([
  "read_only",
  "network_access",
  "calls_llm",
  "modifies_files",
  "local_exec",
  "system_state"
])

/** The risk of a tool's calls. HIGH and CRITICAL calls are for a person to confirm. */
export const ToolRisk = Type.Enum(["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"])

/** A kind of permission for which an operator can require approval as a whole. */
export const PermissionType = Type.Enum(["network", "filesystem", "shell", "compute"])

/** The use of a file: reading, writing or both. Each letter is a right that the use needs. */
export const FileMode = Type.Enum(["r", "w", "rw"])

/** A stream that a running call prints to. */
export const OutputStream = Type.Enum(["stdout", "stderr"])

/**
 * The confinement of a command. `required`: the command runs confined or not at all. `waived`: it runs like any other process of
 * its user.
 */
export const Confinement = Type.Enum(["required", "waived"])

/** The name of a limit in results. */
export const LimitName = Type.Enum(["wallMs", "cpuMs", "memoryBytes", "processes", "outputBytes"])

/** The name of the sandbox that a call ran in. Any name is valid: each gate has its own sandboxes. */
export const SandboxName = Type.String()
