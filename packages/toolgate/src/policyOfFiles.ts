import { builtins, shell } from "@toolgate/builtins"
import type { Approvals, RuntimePolicy, Sandboxes, Tool } from "@toolgate/core"
import { DefaultPolicy, type PolicyInvalid } from "@toolgate/policy"
import { findPolicy, loadPolicy, policyFiles } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PolicyFiles } from "./PolicyFiles.ts"
import { tellUnknownTools } from "./tellUnknownTools.ts"

/**
 * The policy of files, under which no call changes them, the paths that are `kept` by the gate, or what leads to either. Without
 * `files` it is that of the user's own file, if there is one.
 */
export const policyOfFiles = (
  { files, narrowedBy, judges = [] }: Partial<PolicyFiles>,
  tools: ReadonlyArray<Tool>,
  kept: ReadonlyArray<string>
): Layer.Layer<RuntimePolicy | DefaultPolicy.RunningPolicy, PolicyInvalid, Approvals | Sandboxes> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const paths = files ?? [findPolicy()].filter((path) => path !== undefined)
      const read = narrowedBy === undefined ? paths : [...paths, narrowedBy]
      const known = knownTools(tools)
      const configs = yield* loadPolicy(paths, { narrowedBy })
      yield* tellUnknownTools(configs, known)
      return DefaultPolicy.layer({ configs, tools: known, judges, files: policyFiles([...read, ...kept]) })
    })
  )

/**
 * The tools that rules may speak of: the built-in ones also where the app has others in their place, because a rule that keeps
 * `read_file` from a file keeps every tool from it.
 */
const knownTools = (tools: ReadonlyArray<Tool>): ReadonlyArray<Tool> => {
  const own = tools.filter(declaresResources)
  const names = new Set(own.flatMap(({ name, aliases }) => [name, ...aliases]))
  return [
    ...own,
    ...[...builtins(), shell].filter(({ name, aliases }) => ![name, ...aliases].some((one) => names.has(one)))
  ]
}

// What is no definition is for the registry to refuse, which it does with more to say about it.
const declaresResources = (tool: Tool): boolean => Array.isArray(tool?.resources) && Array.isArray(tool.aliases)
