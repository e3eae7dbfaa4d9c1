import type { Resources, Sandboxes, ToolRegistry } from "@toolgate/core"
import type { DefaultPolicy, PolicyConfig, PolicyInvalid } from "@toolgate/policy"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * A policy that was loaded from files.
 *
 * ```ts
 * import type { LoadedPolicy } from "toolgate/effect"
 *
 * export const countTests = ({ configs }: LoadedPolicy) => configs.flatMap(({ tests }) => tests).length
 * ```
 */
export interface LoadedPolicy {
  /** The files, from the widest to the narrowest. Empty: the built-in defaults. */
  readonly files: ReadonlyArray<string>
  /** The configurations of the files, from the widest to the narrowest. */
  readonly configs: ReadonlyArray<PolicyConfig>
  /** The parts that judge calls: the configurations with those of catalogues, and the paths that no call may change. */
  readonly options: Omit<DefaultPolicy.DefaultPolicyOptions, "tools">
}

/**
 * A text that takes the place of a policy file, to be looked at.
 *
 * ```ts
 * import type { PolicyDraft } from "toolgate/effect"
 *
 * export const draft: PolicyDraft = { text: "version: 1\nrules: { deny: [shell] }\n" }
 * ```
 */
export interface PolicyDraft {
  readonly text: string
  /** The file whose place the text takes. Default: the narrowest file. */
  readonly file?: string | undefined
}

/**
 * The policy in force after the files were loaded again.
 *
 * ```ts
 * import type { ReloadedPolicy } from "toolgate/effect"
 *
 * export const hasChanged = ({ digest, before }: ReloadedPolicy) => digest !== before
 * ```
 */
export interface ReloadedPolicy {
  readonly digest: string
  /** The digest that was in force before. */
  readonly before: string
  readonly files: ReadonlyArray<string>
}

/**
 * A service for the policy files of a gate.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 * import { createToolgate } from "toolgate"
 * import { GatePolicy, partsOf } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [] })
 * const policy = Option.getOrThrow(Context.getOption(partsOf(gate).services, GatePolicy))
 * // A draft is looked at, and never comes into force.
 * const { configs } = await Effect.runPromise(policy.loadDraft({ text: "version: 1\nrules: { deny: [shell] }\n" }))
 * assert.equal(configs.at(-1)?.rules.deny.length, 1)
 * assert.deepEqual(policy.inForce().configs.at(-1)?.rules.deny, [])
 * ```
 */
export class GatePolicy extends Context.Service<
  GatePolicy,
  {
    /** The policy in force. */
    readonly inForce: () => LoadedPolicy
    /** The digest of the policy in force. */
    readonly digest: () => string
    /** Adds the layers that were added to the policy in force to another policy. */
    readonly addLayers: (policy: DefaultPolicy.LayeredPolicy) => void
    /** Loads the files with a draft. The draft does not come into force, and reads no further files. */
    readonly loadDraft: (draft: PolicyDraft) => Effect.Effect<LoadedPolicy, PolicyInvalid>
    /**
     * Loads the files again, for every later verdict, after `record` has run with what will be in force. If a file has a
     * problem, or `record` fails, nothing changes.
     */
    readonly reload: <E>(
      record: (next: ReloadedPolicy) => Effect.Effect<void, E>
    ) => Effect.Effect<ReloadedPolicy, E | PolicyInvalid>
    /** The services that dry runs need. */
    readonly ports: Context.Context<Resources | Sandboxes | ToolRegistry>
  }
>()("@toolgate/toolgate/GatePolicy") {}
