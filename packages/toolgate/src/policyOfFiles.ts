import { builtins, shell } from "@toolgate/builtins"
import { type Approvals, type QuotaStore, type RuntimePolicy, type Sandboxes, ToolRegistry } from "@toolgate/core"
import { DefaultPolicy, FlatPolicy, type PolicyInvalid } from "@toolgate/policy"
import { findPolicy, loadPolicy, policyFiles } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PolicyFiles } from "./PolicyFiles.ts"
import { tellUnknownTools } from "./tellUnknownTools.ts"

/**
 * Makes the layer of a policy of files. Under it, no call changes the files, the paths that are `kept` by the gate, or a path that
 * leads to one of them. Without `files`, the user's own policy file is used, if there is one.
 */
export const policyOfFiles = (
  { files, narrowedBy, judges = [], cascade }: Partial<PolicyFiles>,
  kept: ReadonlyArray<string>
): Layer.Layer<RuntimePolicy, PolicyInvalid, Approvals | QuotaStore | Sandboxes | ToolRegistry> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const paths = files ?? [findPolicy()].filter((path) => path !== undefined)
      const read = narrowedBy === undefined ? paths : [...paths, narrowedBy]
      const { list, has } = yield* ToolRegistry
      // Even if the app has none of them: a rule that keeps `read_file` from a file keeps every tool from it.
      const alsoKnown = [...builtins(), shell].filter(({ name, aliases }) => ![name, ...aliases].some(has))
      const configs = yield* loadPolicy(paths, { narrowedBy })
      yield* tellUnknownTools(configs, [...list(), ...alsoKnown])
      const policy = cascade === "refused" ? FlatPolicy : DefaultPolicy
      return policy.layer({ configs, alsoKnown, judges, files: policyFiles([...read, ...kept]) })
    })
  )
