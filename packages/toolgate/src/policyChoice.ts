import { builtins, shell } from "@toolgate/builtins"
import type { Approvals, Judge, RuntimePolicy, Sandboxes, Tool } from "@toolgate/core"
import { DefaultPolicy, HostPolicy, type PolicyInvalid } from "@toolgate/policy"
import { findPolicy, loadPolicy, policyFiles } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { tellUnknownTools } from "./tellUnknownTools.ts"

/**
 * Named, never implied. `"host"`: everything that is asked for runs in this process. `"default"`: the policy of the user's
 * configuration directory; where there is none, whatever changes or runs something is asked about. Files: those, from the
 * widest to the narrowest. A layer: an app's own policy.
 */
export type PolicyChoice<E = never> =
  | "host"
  | "default"
  | PolicyFiles
  | Layer.Layer<RuntimePolicy, E, Approvals | Sandboxes>

export interface PolicyFiles {
  readonly files: ReadonlyArray<string>
  /**
   * One file more, from somewhere that is trusted with nothing, such as the folder of a project. Whatever stands in it only
   * narrows: the files, or the built-in defaults where there are none.
   */
  readonly narrowedBy?: string
  /** An app's own judges, met with the files: they can only narrow. */
  readonly judges?: ReadonlyArray<Judge>
}

/** The layer of a choice, under which no call changes what is `kept` by the gate. Throws a `TypeError` for what is none. */
export const layerOfChoice = <E>(
  choice: PolicyChoice<E>,
  tools: ReadonlyArray<Tool>,
  kept: ReadonlyArray<string>
): Layer.Layer<RuntimePolicy, E | PolicyInvalid, Approvals | Sandboxes> => {
  if (choice === "host") return HostPolicy.layer
  if (choice === "default")
    return fromFiles({ files: () => [findPolicy()].filter((path) => path !== undefined) }, tools, kept)
  if (isLayer(choice)) return choice
  if (Predicate.isObject(choice) && Array.isArray(choice.files))
    return fromFiles({ ...choice, files: () => choice.files }, tools, kept)
  throw new TypeError(
    'A gate needs its policy named: "host", "default", { files: ["toolgate.yaml"] }, or a layer that provides RuntimePolicy.'
  )
}

const isLayer = <E>(choice: PolicyChoice<E>): choice is Layer.Layer<RuntimePolicy, E, Approvals | Sandboxes> =>
  Layer.isLayer(choice)

const fromFiles = (
  { files, narrowedBy, judges = [] }: Omit<PolicyFiles, "files"> & { readonly files: () => ReadonlyArray<string> },
  tools: ReadonlyArray<Tool>,
  kept: ReadonlyArray<string>
): Layer.Layer<RuntimePolicy | DefaultPolicy.RunningPolicy, PolicyInvalid, Approvals | Sandboxes> =>
  Layer.unwrap(
    Effect.suspend(() => {
      const paths = files()
      const read = narrowedBy === undefined ? paths : [...paths, narrowedBy]
      const known = knownTools(tools)
      return Effect.flatMap(loadPolicy(paths, { narrowedBy }), (configs) =>
        Effect.as(
          tellUnknownTools(configs, known),
          DefaultPolicy.layer({ configs, tools: known, judges, files: [...policyFiles(read), ...kept] })
        )
      )
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
