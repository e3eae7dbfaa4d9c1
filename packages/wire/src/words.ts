import Type from "typebox"

// Each closed set is defined here once. `core.test.ts` checks the types of `@toolgate/core` against them.

/** Whether a call took effect. "no" guarantees that nothing happened. "unknown" means that it may have taken effect. */
export const Executed = Type.Enum(["no", "yes", "unknown"])

/** The class of a failure, for agents and statistics. */
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

/** The class of a failure in short form, for runners. */
export const ErrorSlug = Type.Enum(["tool_not_found", "permission_denied", "fs_denied", "invalid_args", "tool_failed"])

/** The most that a tool is able to do. */
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

/** The risk of a tool's calls. HIGH and CRITICAL calls need a person's confirmation. */
export const ToolRisk = Type.Enum(["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"])

/** A kind of permission that an operator can put under approval as a whole. */
export const PermissionType = Type.Enum(["network", "filesystem", "shell", "compute"])

/** The use of a file: read, write or both. Each letter is a required right. */
export const FileMode = Type.Enum(["r", "w", "rw"])

/** A stream of a running call. */
export const OutputStream = Type.Enum(["stdout", "stderr"])

/**
 * The confinement of a command. `required`: the command runs confined or not at all. `waived`: it runs like any other process of
 * its user.
 */
export const Confinement = Type.Enum(["required", "waived"])

/** The name of a limit in results. */
export const LimitName = Type.Enum(["wallMs", "cpuMs", "memoryBytes", "processes", "outputBytes"])

/** The name of the sandbox of a call. Any name is valid, because each gate has its own sandboxes. */
export const SandboxName = Type.String()
