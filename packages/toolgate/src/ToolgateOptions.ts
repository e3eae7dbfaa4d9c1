import type { Tool } from "@toolgate/core"
import type { DispatchLimits, Hook } from "@toolgate/dispatch"
import type { AgentsChoice } from "./agentsChoice.ts"
import type { AskingOptions } from "./approvalsChoice.ts"
import type { ArtifactsChoice } from "./artifactsChoice.ts"
import type { AuditChoice } from "./auditChoice.ts"
import type { SandboxOptions } from "./installedSandboxes.ts"
import type { PinoLike } from "./PinoLogger.ts"
import type { PinsChoice } from "./pinsChoice.ts"
import type { PluginsChoice } from "./pluginsChoice.ts"
import type { PolicyChoice } from "./policyChoice.ts"
import type { SkillsChoice } from "./skillsChoice.ts"
import type { StoreChoice } from "./storeChoice.ts"

/** The parts of a gate. */
export interface GateOptions<E = never> extends AskingOptions<E> {
  readonly policy: PolicyChoice<E>
  /** The tools at the start. The type names a list by itself, so that the compiler says what a member of it lacks. */
  readonly tools: ReadonlyArray<Tool> | Iterable<Tool>
  /**
   * The paths of catalogues: YAML files with further tools, and with annotations that tighten `tools`. Their permissions narrow a
   * policy of files, and are refused under any other. Under a policy of files, no call changes the catalogues, or what their tools run.
   * The gate does not open if a catalogue has a problem.
   */
  readonly catalogue?: string | ReadonlyArray<string>
  /**
   * The folders of plugins, whose tools are loaded at the start and reloaded while calls run. A plugin that has a problem is left
   * out, logged, and listed in `gate.plugins.problems`. Under a policy of files, no call changes these folders, the settings of plugins or their copies.
   */
  readonly plugins?: PluginsChoice
  /**
   * The rules of pinned definitions: none by default, and every definition is in force as it comes. With pins, even as `{}`, a tool
   * that has an `owner` is quarantined unless a person has approved its definition as it is now. Approvals are kept in `store`.
   */
  readonly pins?: PinsChoice
  /**
   * The skills that calls may name, with the tool `skill` that shows them to a model: a folder of them, several folders, or loaded
   * skills. None is active for a call that does not name it. A skill that cannot be loaded is logged, and cannot be named.
   */
  readonly skills?: SkillsChoice
  /**
   * The agents that `startAgent` starts for calls, by name. A policy of an agent's own needs a policy of files, and no call changes its
   * file.
   */
  readonly agents?: AgentsChoice
  /**
   * Functions of the app around calls. They are asked in this order, before a call is looked up. `onToolCall` may stop or change a
   * call; `onToolStart` only observes it.
   */
  readonly hooks?: ReadonlyArray<Hook>
  /**
   * The place where every call is recorded: nowhere by default. A call that cannot be recorded does not run. The record must not lie
   * where calls work, because they could change it.
   */
  readonly audit?: AuditChoice<E>
  /**
   * The place where questions, approvals, counts of quotas and the record are kept, so that they survive the process and other gates
   * can share them: a file (`"gate.sqlite"`) or a database (`"postgres://ada@localhost/gate"`), or `{ at, key }` with a reference to
   * the key that seals them. Everything is kept in memory by default. With `audit`, the record is kept there alone;
   * otherwise `answers: "recorded"` answers each call only after its record would survive a loss of power.
   */
  readonly store?: StoreChoice
  /**
   * The place of results that are too large for a conversation: a folder, the gate's store (`{ in: "store" }`), or this process (`{}`).
   * A direct call is then answered with at most 64 KiB (`inlineBytes`). What exceeds that is kept, the answer refers to it, and the
   * tools `read_artifact` and `search_artifact` read on. By default, every call is answered with all that its tool returned.
   */
  readonly artifacts?: ArtifactsChoice
  /** The options of the sandboxes. The host and WebAssembly are always there. */
  readonly sandboxes?: SandboxOptions
  /**
   * The number of calls that run at once: 4 of a session and 64 in all by default. `queueMs`: the time for which a call waits for what
   * calls of others use, 30 s by default. It then ends, and has not run.
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
  /** The folder that calls work in, which has to exist. */
  readonly workspace: string
  /**
   * The logger of the gate and its tools: one of pino's, or one like it. By default, lines of JSON go to standard error. Secrets are
   * removed before the logger is given a line.
   */
  readonly logger?: PinoLike
}
