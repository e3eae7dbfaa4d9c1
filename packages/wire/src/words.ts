import Type from "typebox"

// Each closed set stands here once for everything that is written. The types of `core` are held to them by `core.test.ts`.

/** Whether a call took effect: "no" promises that nothing happened; "unknown": it may have, and nobody knows. */
export const Executed = Type.Enum(["no", "yes", "unknown"])

/** How a call failed, as its agent and its statistics see it. */
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

/** How a call failed, in the short form that travels to runners. */
export const ErrorSlug = Type.Enum(["tool_not_found", "permission_denied", "fs_denied", "invalid_args", "tool_failed"])

/** The highest thing that a tool is able to do. */
export const SideEffectClass = Type.Enum(["NONE", "READ", "WRITE", "EXECUTE", "NETWORK"])

/** What a tool does, in particular. */
export const SideEffect = Type.Enum([
  "read_only",
  "network_access",
  "calls_llm",
  "modifies_files",
  "local_exec",
  "system_state"
])

/** How much a person should look at a tool's calls: HIGH and CRITICAL are for a person to confirm. */
export const ToolRisk = Type.Enum(["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"])

/** A kind of permission that an operator can ask approval for as a whole. */
export const PermissionType = Type.Enum(["network", "filesystem", "shell", "compute"])

/** What is done with a file: its letters are what is needed of it. */
export const FileMode = Type.Enum(["r", "w", "rw"])

/** Where a running call prints to. */
export const OutputStream = Type.Enum(["stdout", "stderr"])

/** Whether a command runs confined or not at all, or as a process like any other of its user. */
export const Confinement = Type.Enum(["required", "waived"])

/** A limit by its name in results. */
export const LimitName = Type.Enum(["wallMs", "cpuMs", "memoryBytes", "processes", "outputBytes"])

/** The place that a call ran in. Any name may stand here: which sandboxes are installed is for each gate to say. */
export const SandboxName = Type.String()
