import type { FileMode, PermissionType, ResourceLimits, SandboxName, SideEffectClass } from "@toolgate/core"
import type { ProgramFile } from "@toolgate/shell"

/** The validated content of a policy file. Units and paths are resolved, and every entry has its place in the file. */
export interface PolicyConfig {
  /** The name of the file, as error messages show it. */
  readonly name: string
  /**
   * Whether this file can only narrow the policy: the file never makes a decision more permissive. Such files come
   * last. If there are several, all except one contain only `permissions`, which always narrow.
   */
  readonly onlyNarrows?: boolean
  /**
   * The rule for tools that `tools` does not name. Absent: such a tool is allowed, in the sandbox that its
   * implementations require.
   */
  readonly default: ToolRule | undefined
  /** The settings of tools, by the names or aliases that the file uses. */
  readonly tools: ReadonlyMap<string, ToolRule>
  /** The groups that the file defines, by name without "group:". */
  readonly groups: ReadonlyMap<string, ToolGroup>
  readonly layers: PolicyLayers
  /** The capabilities of agents. Absent: no capabilities are required. An agent that the map does not list has none. */
  readonly agents: ReadonlyMap<string, AgentCapabilities> | undefined
  /** The settings by permission type. They apply to the tools of that type. */
  readonly permissions: ReadonlyMap<PermissionType, PermissionSettings>
  readonly rules: PolicyRules
  /** The paths that need a person's approval before they are written, in addition to the built-in ones. */
  readonly protectedPaths: ReadonlyArray<ProtectedPattern>
  /**
   * The exceptions from the protected paths of this file. In the first file, they are exceptions from the built-in
   * paths too.
   */
  readonly unprotectedPaths: ReadonlyArray<ProtectedPattern>
  /** The paths that are not read without a person's approval, in addition to the built-in ones. */
  readonly secretPaths: ReadonlyArray<ProtectedPattern>
  /**
   * The exceptions from the secret paths of this file. In the first file, they are exceptions from the built-in paths
   * too.
   */
  readonly notSecretPaths: ReadonlyArray<ProtectedPattern>
  /**
   * The settings for asking people. Absent (possible only in a later file): the file asks only through `permissions`.
   */
  readonly confirmation: ConfirmationSettings | undefined
  /** The folder of files about a team's own programs. Absent: the policy has no such folder. */
  readonly programs?: PolicyPrograms
  /** The limits on how often tools may be called, by the tool's name or alias. */
  readonly quotas: ReadonlyMap<string, Quota>
  readonly tests: ReadonlyArray<PolicyTest>
}

/** An example command in a file about a program, with the rule to try it under and whether the command is harmful. */
export interface ProgramExample extends Sourced {
  readonly rule: string
  readonly command: string
  readonly isHarmful: boolean
}

/** A folder of files about programs, as `programs` of a policy file names it. */
export interface PolicyPrograms extends Sourced {
  /** The absolute path of the folder. */
  readonly folder: string
  /** The content of the files. If a file has a fault, every word of its programs counts as harmful. */
  readonly files: ReadonlyArray<ProgramFile>
  /** The absolute paths of the files. */
  readonly paths: ReadonlyArray<string>
  /** The examples in the files: commands, each with the rule under which it is tried. */
  readonly examples: ReadonlyArray<ProgramExample>
  /** The faults of files. */
  readonly problems: ReadonlyArray<{ readonly source: string; readonly message: string }>
  /** Whether a file has a fault that hides which programs the file is about. */
  readonly isDoubtful: boolean
}

/** An entry with its place in a policy file. */
export interface Sourced {
  /** The place, as `file:line:column`. */
  readonly source: string
}

/** A tool by its name or alias, `*` for every tool, or `group:NAME`. */
export interface ToolSelector extends Sourced {
  readonly text: string
}

/** The settings of one tool, from `tools` or `default` of a file. */
export interface ToolRule extends Sourced {
  /** Whether the tool may be called at all. */
  readonly allowed: boolean
  /** The sandbox in which the tool's calls run. Absent: this file does not choose a sandbox. */
  readonly sandbox: SandboxName | undefined
  readonly limits: Partial<ResourceLimits>
  /** Whether commands run without confinement. Absent: this file does not decide. */
  readonly unconfined: ({ readonly value: boolean } & Sourced) | undefined
  /** The variables of the gate's environment that the tool's commands get. Absent: this file does not restrict them. */
  readonly env: ReadonlyArray<VariableName> | undefined
  /** The absolute paths of folders with programs for the tool's commands. Absent: this file does not restrict them. */
  readonly path: ReadonlyArray<{ readonly path: string } & Sourced> | undefined
  /** The hosts that the tool's calls may reach. Absent: this file sets no bound. Empty: none. */
  readonly net: ReadonlyArray<HostSelector> | undefined
}

/** A variable of the gate's environment, by its name. */
export interface VariableName extends Sourced {
  readonly text: string
}

/** A group of tools that the file defines. */
export interface ToolGroup extends Sourced {
  readonly members: ReadonlyArray<ToolSelector>
}

/** The layers of a file's cascade. */
export interface PolicyLayers {
  /** The layer for every call. */
  readonly global: PolicyLayer | undefined
  /** The layers by role. Absent: calls need no role. Present: a call without one of these roles is denied. */
  readonly roles: ReadonlyMap<string, PolicyLayer> | undefined
  /** The layers by task. Absent: a call may name any task. Present: a call that names another task is denied. */
  readonly tasks: ReadonlyMap<string, PolicyLayer> | undefined
}

/** A layer of the cascade. A layer only narrows: a key that the layer leaves out restricts nothing. */
export interface PolicyLayer extends Sourced {
  /** The tools that the layer allows. Absent: all tools. Empty: none. */
  readonly allow: ReadonlyArray<ToolSelector> | undefined
  /** The tools that the layer denies, even if another entry allows them. */
  readonly deny: ReadonlyArray<ToolSelector>
  /** The position of the entry that makes the layer read-only. Absent: the layer is not read-only. */
  readonly readOnly: Sourced | undefined
  /** The position of the entry that denies the network. Absent: the layer allows the network. */
  readonly noWeb: Sourced | undefined
  /** The flat permissions of the layer. */
  readonly flat: FlatPermissions | undefined
}

/**
 * The flat permissions of a role, in their order: forbidden tools, then allowed tools, then category and web access.
 */
export interface FlatPermissions {
  /** Whether tools that reach the network may be called. */
  readonly webAccess: ({ readonly value: boolean } & Sourced) | undefined
  readonly allowedCategories: ({ readonly names: ReadonlyArray<string> } & Sourced) | undefined
  readonly allowedTools: ({ readonly selectors: ReadonlyArray<ToolSelector> } & Sourced) | undefined
  readonly forbiddenTools: ReadonlyArray<ToolSelector>
}

/** The capabilities of one agent. A key that is left out restricts nothing. */
export interface AgentCapabilities extends Sourced {
  /** The role of the agent's calls. A call may name a further role; then both roles apply. */
  readonly role: string | undefined
  /** The tools that the agent may call. */
  readonly tools: ReadonlyArray<ToolSelector> | undefined
  /** The files that the agent may use. */
  readonly fs: ReadonlyArray<FileCapability> | undefined
  /** The hosts that the agent may reach. */
  readonly net: ReadonlyArray<HostSelector> | undefined
}

/** Access to everything beneath an absolute path. */
export interface FileCapability extends Sourced {
  readonly path: string
  readonly mode: FileMode
}

/** A host pattern with or without a port, as in `*.example.org:443`. */
export interface HostSelector extends Sourced {
  readonly text: string
}

/** The settings of one permission type. */
export interface PermissionSettings extends Sourced {
  /** Whether a person has to approve each call of a tool of this type. */
  readonly requiresApproval: boolean
  /** The absolute paths that files must lie beneath. Absent: files may lie anywhere. */
  readonly allowedPaths: ReadonlyArray<{ readonly path: string } & Sourced> | undefined
}

/** The rules of a file. */
export interface PolicyRules {
  /** The rules that deny calls. */
  readonly deny: ReadonlyArray<Rule>
  /** The rules that ask a person. */
  readonly ask: ReadonlyArray<Rule>
  /** The rules that answer questions in place of a person. */
  readonly allow: ReadonlyArray<Rule>
  /**
   * The variables that a command may set without losing the cover of an allow rule. An entry is a name, or a prefix
   * followed by `*`. Absent: none.
   */
  readonly harmlessVariables?: ReadonlyArray<VariableName>
}

/** A rule, written `tool` or `tool(pattern)`. */
export interface Rule extends Sourced {
  /** The rule as written. */
  readonly text: string
  readonly tool: string
  /** The pattern, with a leading `~` replaced by the home folder. */
  readonly pattern: string | undefined
  /**
   * The pattern that is compared with files. Links at its beginning are followed, because calls are compared after
   * their paths are resolved. Absent: `pattern` itself.
   */
  readonly path?: string
}

/**
 * A path pattern, with a leading `~` replaced by the home folder. The pattern also matches everything beneath the
 * paths.
 */
export interface ProtectedPattern extends Sourced {
  /** The pattern as written. */
  readonly text: string
  readonly pattern: string
}

/** A way to confirm calls: without asking, by asking every time, by asking once, or by refusing every call. */
export type ConfirmationMode = "auto" | "prompt" | "prompt_once" | "deny"

/** A confirmation mode, with its place. */
export type SourcedMode = { readonly mode: ConfirmationMode } & Sourced

/** The settings that decide which calls people are asked about. */
export interface ConfirmationSettings extends Sourced {
  /** The mode of each class of side effects. */
  readonly default: Readonly<Record<SideEffectClass, SourcedMode>>
  /** The modes of single tools, by name or alias, in place of the modes of their classes. */
  readonly perTool: ReadonlyMap<string, SourcedMode>
  /** The modes by session. They only tighten, unless `sessionsMayLoosen` is true. */
  readonly perSession: ReadonlyMap<string, ReadonlyMap<SideEffectClass, SourcedMode>>
  /** Whether the modes of a session may also loosen. */
  readonly sessionsMayLoosen: boolean
  /** The absolute paths of trusted workspaces. */
  readonly trustedWorkspaces: ReadonlyArray<{ readonly path: string } & Sourced>
  /** The modes in a trusted workspace, in place of those that trust gives. */
  readonly trustedOverrides: ReadonlyMap<SideEffectClass, SourcedMode>
}

/** The limits on how often a tool may be called. */
export interface Quota extends Sourced {
  /** The limit of calls in one session. */
  readonly perSession: number | undefined
  /** The limit of calls by one agent, in all its sessions. */
  readonly perAgent: number | undefined
  /** The limit of calls by one agent within any sixty seconds. */
  readonly perMinute: number | undefined
}

/** A call and its expected decision. `toolgate policy test` runs these tests. */
export interface PolicyTest extends Sourced {
  readonly call: {
    readonly tool: string
    readonly args: Readonly<Record<string, unknown>>
    readonly context: TestContext
    readonly definition: Readonly<Record<string, unknown>> | undefined
  }
  readonly expect: "allow" | "ask" | "deny"
}

/** The circumstances of a test's call. */
export interface TestContext {
  readonly agent?: string
  readonly role?: string
  readonly task?: string
  readonly session?: string
  readonly readOnly?: boolean
  readonly noWeb?: boolean
  readonly workspace?: string
}
