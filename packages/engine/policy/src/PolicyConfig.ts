import type { FileMode, PermissionType, ResourceLimits, SandboxName, SideEffectClass } from "@toolgate/core"

/** A policy as its file says it: checked, with units and paths resolved, every entry with the place where it stands. */
export interface PolicyConfig {
  /** The file, as errors name it. */
  readonly name: string
  /** True: nothing that is decided without this file, which is the last one, may become freer with it. */
  readonly onlyNarrows?: boolean
  /** For a tool that `tools` does not name. Absent: allowed, in the sandbox that its implementations call for. */
  readonly default: ToolRule | undefined
  readonly tools: ReadonlyMap<string, ToolRule>
  /** The groups that the file defines, by name without "group:". */
  readonly groups: ReadonlyMap<string, ToolGroup>
  readonly layers: PolicyLayers
  /** Absent: no capabilities are asked for. A map without an agent: that agent has none. */
  readonly agents: ReadonlyMap<string, AgentCapabilities> | undefined
  readonly permissions: ReadonlyMap<PermissionType, PermissionSettings>
  readonly rules: PolicyRules
  /** What a person is asked about before it is written, beside what is built in. */
  readonly protectedPaths: ReadonlyArray<ProtectedPattern>
  /** What of it this file takes out; of what is built in, the first file alone can. */
  readonly unprotectedPaths: ReadonlyArray<ProtectedPattern>
  /** Absent, in a later file: nobody is asked but by a permission type. A first file always has it. */
  readonly confirmation: ConfirmationSettings | undefined
  readonly quotas: ReadonlyMap<string, Quota>
  readonly tests: ReadonlyArray<PolicyTest>
}

/** `file:line:column` of the entry. */
export interface Sourced {
  readonly source: string
}

/** A tool by its name or alias, `*` for every tool, or `group:NAME`. */
export interface ToolSelector extends Sourced {
  readonly text: string
}

export interface ToolRule extends Sourced {
  readonly allowed: boolean
  readonly sandbox: SandboxName | undefined
  readonly limits: Partial<ResourceLimits>
  /** Absent: this file does not say. */
  readonly unconfined: ({ readonly value: boolean } & Sourced) | undefined
  /** Absent: this file does not say. */
  readonly env: ReadonlyArray<VariableName> | undefined
  /** Absolute paths. Absent: this file does not say. */
  readonly path: ReadonlyArray<{ readonly path: string } & Sourced> | undefined
  /** Absent: not bounded here. Empty: none. */
  readonly net: ReadonlyArray<HostSelector> | undefined
}

/** A variable of the gate's environment, by its name. */
export interface VariableName extends Sourced {
  readonly text: string
}

export interface ToolGroup extends Sourced {
  readonly members: ReadonlyArray<ToolSelector>
}

export interface PolicyLayers {
  readonly global: PolicyLayer | undefined
  /** Absent: calls need no role. Present: a call without one of these roles is denied. */
  readonly roles: ReadonlyMap<string, PolicyLayer> | undefined
  /** Absent: any task may be named. Present: a call that names another task is denied. */
  readonly tasks: ReadonlyMap<string, PolicyLayer> | undefined
}

/** One layer of the cascade. It only narrows: what it leaves out it does not bound. */
export interface PolicyLayer extends Sourced {
  /** Absent: all. Empty: none. */
  readonly allow: ReadonlyArray<ToolSelector> | undefined
  readonly deny: ReadonlyArray<ToolSelector>
  readonly readOnly: Sourced | undefined
  readonly noWeb: Sourced | undefined
  /** The flat permissions of a role. */
  readonly flat: FlatPermissions | undefined
}

/** Forbidden tools first, then allowed tools, then category and web access. */
export interface FlatPermissions {
  readonly webAccess: ({ readonly value: boolean } & Sourced) | undefined
  readonly allowedCategories: ({ readonly names: ReadonlyArray<string> } & Sourced) | undefined
  readonly allowedTools: ({ readonly selectors: ReadonlyArray<ToolSelector> } & Sourced) | undefined
  readonly forbiddenTools: ReadonlyArray<ToolSelector>
}

export interface AgentCapabilities extends Sourced {
  /** The role that its calls have; one that a call names itself has to be met as well. */
  readonly role: string | undefined
  readonly tools: ReadonlyArray<ToolSelector> | undefined
  readonly fs: ReadonlyArray<FileCapability> | undefined
  readonly net: ReadonlyArray<HostSelector> | undefined
}

/** Everything beneath an absolute path. */
export interface FileCapability extends Sourced {
  readonly path: string
  readonly mode: FileMode
}

/** A host pattern with or without a port, as in `*.example.org:443`. */
export interface HostSelector extends Sourced {
  readonly text: string
}

export interface PermissionSettings extends Sourced {
  readonly requiresApproval: boolean
  /** Absolute paths. Absent: anywhere. */
  readonly allowedPaths: ReadonlyArray<{ readonly path: string } & Sourced> | undefined
}

export interface PolicyRules {
  readonly deny: ReadonlyArray<Rule>
  readonly ask: ReadonlyArray<Rule>
  readonly allow: ReadonlyArray<Rule>
  /** Variables that a command may set and still be what an allow rule covers: names, or with `*` how they begin. Absent: none. */
  readonly harmlessVariables?: ReadonlyArray<VariableName>
}

/** `tool` or `tool(pattern)`. */
export interface Rule extends Sourced {
  /** As it is written. */
  readonly text: string
  readonly tool: string
  /** With a `~` at its beginning replaced by the home folder. */
  readonly pattern: string | undefined
  /**
   * What the pattern is where it is held against files: with the links at its beginning followed, because calls are compared after
   * resolution. Absent: the pattern itself.
   */
  readonly path?: string
}

/** A path pattern, with a `~` at its beginning replaced by the home folder. It is about what is beneath a path as well. */
export interface ProtectedPattern extends Sourced {
  /** As it is written. */
  readonly text: string
  readonly pattern: string
}

export type ConfirmationMode = "auto" | "prompt" | "prompt_once" | "deny"

export type SourcedMode = { readonly mode: ConfirmationMode } & Sourced

export interface ConfirmationSettings extends Sourced {
  readonly default: Readonly<Record<SideEffectClass, SourcedMode>>
  readonly perTool: ReadonlyMap<string, SourcedMode>
  /** By session. They tighten, unless `sessionsMayLoosen`. */
  readonly perSession: ReadonlyMap<string, ReadonlyMap<SideEffectClass, SourcedMode>>
  readonly sessionsMayLoosen: boolean
  /** Absolute paths. */
  readonly trustedWorkspaces: ReadonlyArray<{ readonly path: string } & Sourced>
  /** What holds in a trusted workspace instead of what trust would give. */
  readonly trustedOverrides: ReadonlyMap<SideEffectClass, SourcedMode>
}

export interface Quota extends Sourced {
  readonly perSession: number | undefined
  readonly perAgent: number | undefined
  /** Calls of one agent within any sixty seconds. */
  readonly perMinute: number | undefined
}

/** A call and what is expected of it, run by `toolgate policy test`. */
export interface PolicyTest extends Sourced {
  readonly call: {
    readonly tool: string
    readonly args: Readonly<Record<string, unknown>>
    readonly context: TestContext
    readonly definition: Readonly<Record<string, unknown>> | undefined
  }
  readonly expect: "allow" | "ask" | "deny"
}

export interface TestContext {
  readonly agent?: string
  readonly role?: string
  readonly task?: string
  readonly session?: string
  readonly readOnly?: boolean
  readonly noWeb?: boolean
  readonly workspace?: string
}
