import type { Tool } from "@toolgate/core"
import type { DispatchLimits, Hook } from "@toolgate/dispatch"
import type { AgentsChoice } from "./agentsChoice.ts"
import type { AskingOptions } from "./approvalsChoice.ts"
import type { ArtifactsChoice } from "./artifactsChoice.ts"
import type { AuditChoice } from "./auditChoice.ts"
import type { SandboxOptions } from "./makeSandboxes.ts"
import type { PinoLike } from "./PinoLogger.ts"
import type { PinsChoice } from "./pinsChoice.ts"
import type { PluginsChoice } from "./pluginsChoice.ts"
import type { PolicyChoice } from "./policyChoice.ts"
import type { SkillsChoice } from "./skillsChoice.ts"
import type { StoreChoice } from "./storeChoice.ts"

/** The parts of a gate. */
export interface GateOptions<E = never> extends AskingOptions<E> {
  /**
   * The policy, which has no default. `"host"`: every call runs in this process. `"default"`: the policy in the user's configuration
   * folder or, without one, ask a person about every call that changes or runs something, reads a secret or a file outside the workspace,
   * or reaches a host. Files: these files, from the widest to the narrowest. A function from a request to a verdict, or a layer: an app's
   * own policy.
   */
  readonly policy: PolicyChoice<E>
  /** The tools with which the gate starts. `ReadonlyArray` is listed separately so that the compiler reports what a member lacks. */
  readonly tools: ReadonlyArray<Tool> | Iterable<Tool>
  /**
   * Paths of catalogues: YAML files that add tools, or tighten those in `tools`. Their permissions narrow a file policy and are an error
   * under any other policy. Under a file policy, no call can change the catalogues or what their tools run. The gate does not open if a
   * catalogue has a problem.
   */
  readonly catalogue?: string | ReadonlyArray<string>
  /**
   * Folders of plugins. Their tools are loaded at the start and can be reloaded while calls run. A plugin with a problem is left out,
   * logged, and listed in `gate.plugins.problems`. Under a file policy, no call can change these folders, the plugin settings or the copies
   * that run.
   */
  readonly plugins?: PluginsChoice
  /**
   * Requires approval of tool definitions. Off by default. If set, even to `{}`, a tool with an `owner` is quarantined until a person
   * approves its current definition. Approvals are saved in `store`.
   */
  readonly pins?: PinsChoice
  /**
   * Skills that calls can activate: a folder, several folders, or loaded skills. Adds a `skill` tool that shows them to a model. A skill
   * applies only to calls that name it. Skills that fail to load are logged and cannot be named.
   */
  readonly skills?: SkillsChoice
  /**
   * Agents that `startAgent` can start, by name. An agent with a `policy` requires a file policy, and no call can change that policy file.
   */
  readonly agents?: AgentsChoice
  /**
   * App functions that run around each call, in this order, before the tool is looked up. `onToolCall` may stop or change the call;
   * `onToolStart` only observes it.
   */
  readonly hooks?: ReadonlyArray<Hook>
  /**
   * The audit log. Calls are not recorded by default. A call that cannot be recorded does not run. The folder must be outside the
   * workspace, because calls could change it there.
   */
  readonly audit?: AuditChoice<E>
  /**
   * Storage for questions, approvals, quotas and the audit log, so that they survive a restart and gates can share them: a file
   * (`"gate.sqlite"`), a database (`"postgres://ada@localhost/gate"`), or `{ at, key }` with a reference to the encryption key. In memory
   * by default. If `audit` is set, the record is saved there only; otherwise `answers: "recorded"` delays each answer until its record is
   * durable.
   */
  readonly store?: StoreChoice
  /**
   * Storage for results that are too large for a conversation: a folder, the gate's store (`{ in: "store" }`), or memory (`{}`). If
   * set, a direct call returns at most 64 KiB (`inlineBytes`); the rest is saved, and the tools `read_artifact` and `search_artifact` read
   * it. By default, every call returns its whole result.
   */
  readonly artifacts?: ArtifactsChoice
  /** Options of the sandboxes. The host and WebAssembly sandboxes are always available. */
  readonly sandboxes?: SandboxOptions
  /**
   * Limits on concurrent calls: 4 per session and 64 in total by default. `queueMs` limits how long a call waits for its turn (default
   * 30 s). A call that waits longer fails without running.
   */
  readonly limits?: Partial<(typeof DispatchLimits)["Service"]>
}

/**
 * The options of `createToolgate`.
 *
 * ```ts
 * import { builtins, type ToolgateOptions } from "toolgate"
 *
 * export const options: ToolgateOptions = {
 *   workspace: "notes",
 *   policy: { files: ["policy.yaml"] },
 *   tools: builtins(),
 *   onAsk: "wait",
 *   audit: { folder: "record" }
 * }
 * ```
 */
export interface ToolgateOptions<E = never> extends GateOptions<E> {
  /** The folder in which calls work. It must exist. */
  readonly workspace: string
  /**
   * The logger of the gate and its tools: a pino logger or a compatible one. Defaults to JSON lines on standard error. Secrets are removed
   * before a line reaches the logger.
   */
  readonly logger?: PinoLike
}
