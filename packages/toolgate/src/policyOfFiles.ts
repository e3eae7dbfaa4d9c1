import { applyPatch, builtins, deleteFile, insertText, moveFile, multiEdit, shell } from "@toolgate/builtins"
import { type Approvals, type QuotaStore, type RuntimePolicy, type Sandboxes, ToolRegistry } from "@toolgate/core"
import { DefaultPolicy, FlatPolicy, type PolicyInvalid } from "@toolgate/policy"
import { describeProgramFaults, findPolicy, listPathSteps, listPolicyFiles, loadPolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AgentsChoice, agentJudges, agentPolicies } from "./agentsChoice.ts"
import { GateSources } from "./GateSources.ts"
import type { PolicyFiles } from "./PolicyFiles.ts"
import { ChosenSkills } from "./skillsChoice.ts"
import { tellUnknownTools } from "./tellUnknownTools.ts"

/** The paths that a gate keeps for itself. */
export interface KeptPaths {
  /** The paths of the record and of the rules that wait for review, which no call may change. */
  readonly files: ReadonlyArray<string>
  /** Returns the files of the store, which no call may read either. */
  readonly store: () => Promise<ReadonlyArray<string>>
}

/**
 * Makes the layer of a policy of files, which the gate's catalogues narrow. Under it, no call changes the files, those of the
 * catalogues, the paths that are `kept` by the gate, or a path that leads to one of them. Without `files`, the user's own policy
 * file is used, if there is one. The policies of `agents` narrow what these agents may do.
 */
export const policyOfFiles = (
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
      // Even if the app has none of the built-in tools: a rule that keeps `read_file` from a file keeps every tool from it.
      const alsoKnown = [...builtInTools, ...(sources.plugins?.tools ?? [])].filter(
        ({ name, aliases }) => ![name, ...aliases].some(has)
      )
      const loaded = yield* loadPolicy(paths, { narrowedBy })
      const further = [...narrowing, ...sources.narrowing].map((config) => ({ ...config, onlyNarrows: true }))
      const configs = [...loaded, ...further]
      yield* tellUnknownTools(configs, [...list(), ...alsoKnown])
      for (const fault of describeProgramFaults(configs)) yield* Effect.logWarning(fault)
      const policy = cascade === "refused" ? FlatPolicy : DefaultPolicy
      const { folders } = yield* ChosenSkills
      const files = listPolicyFiles(
        [...read, ...agentPolicies(agents), ...kept.files, ...sources.files, ...folders],
        configs
      )
      const secrets = listPathSteps(yield* Effect.promise(kept.store))
      const ofAgents = yield* agentJudges(agents, [...list(), ...alsoKnown])
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
