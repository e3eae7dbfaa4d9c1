import { applyPatch, builtins, deleteFile, insertText, moveFile, multiEdit, shell } from "@toolgate/builtins"
import { type Approvals, type QuotaStore, type RuntimePolicy, type Sandboxes, ToolRegistry } from "@toolgate/core"
import { DefaultPolicy, FlatPolicy, type PolicyInvalid } from "@toolgate/policy"
import { describeProgramFaults, findPolicy, listPathSteps, listPolicyFiles, loadPolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AgentsChoice, listAgentPolicies, makeAgentJudges } from "./agentsChoice.ts"
import { GateSources } from "./GateSources.ts"
import type { PolicyFiles } from "./PolicyFiles.ts"
import { reportUnknownTools } from "./reportUnknownTools.ts"
import { ChosenSkills } from "./skillsChoice.ts"

/** Paths that a gate protects from calls. */
export interface KeptPaths {
  /** Paths of the record and of rules under review. No call may change them. */
  readonly files: ReadonlyArray<string>
  /** Returns the files of the store. Calls may neither read nor change them. */
  readonly store: () => Promise<ReadonlyArray<string>>
}

/**
 * Makes the layer of a file policy, narrowed by the gate's catalogues. Under it, no call can change the policy files, the catalogue files,
 * the `kept` paths, or a link to any of them. Without `files`, the user's policy file is used if it exists. Each agent's policy narrows
 * what that agent may do.
 */
export const makeFilePolicy = (
  { files: named, narrowedBy, narrowing = [], judges = [], cascade }: Partial<PolicyFiles>,
  kept: KeptPaths,
  agents: AgentsChoice
): Layer.Layer<
  RuntimePolicy,
  PolicyInvalid,
  Approvals | ChosenSkills | GateSources | QuotaStore | Sandboxes | ToolRegistry
> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const paths = named ?? [findPolicy()].filter((path) => path !== undefined)
      const read = narrowedBy === undefined ? paths : [...paths, narrowedBy]
      const { list, has } = yield* ToolRegistry
      const sources = yield* GateSources
      // Included even if the app has no built-in tools: a rule that hides a file from `read_file` hides it from every tool.
      const alsoKnown = [...builtInTools, ...(sources.plugins?.tools ?? [])].filter(
        ({ name, aliases }) => ![name, ...aliases].some(has)
      )
      const loaded = yield* loadPolicy(paths, { narrowedBy })
      const further = [...narrowing, ...sources.narrowing].map((config) => ({ ...config, onlyNarrows: true }))
      const configs = [...loaded, ...further]
      yield* reportUnknownTools(configs, [...list(), ...alsoKnown])
      for (const fault of describeProgramFaults(configs)) yield* Effect.logWarning(fault)
      const policy = cascade === "refused" ? FlatPolicy : DefaultPolicy
      const { folders } = yield* ChosenSkills
      const files = listPolicyFiles(
        [...read, ...listAgentPolicies(agents), ...kept.files, ...sources.files, ...folders],
        configs
      )
      const secrets = listPathSteps(yield* Effect.promise(kept.store))
      const ofAgents = yield* makeAgentJudges(agents, [...list(), ...alsoKnown])
      return policy.layer({ configs, alsoKnown, judges: [...judges, ...ofAgents], files, secrets })
    })
  )

const builtInTools = [
  ...builtins({ withHostTools: true }),
  applyPatch,
  insertText,
  deleteFile,
  moveFile,
  multiEdit,
  shell
]
