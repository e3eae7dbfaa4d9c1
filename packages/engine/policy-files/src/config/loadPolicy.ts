import { plainly } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { defaultConfig, type PolicyInvalid, policyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { readTextFile } from "../yaml/readTextFile.ts"
import { homeFolder } from "./homeFolder.ts"
import { namesIn, parsePolicy } from "./parsePolicy.ts"
import { resolvePaths } from "./resolvePaths.ts"

export interface LoadOptions {
  /** What `~/` stands for. Absent: the home folder of the user database. */
  readonly home?: string | undefined
  /** One file more, from somewhere that is trusted with nothing: it is never the first, and whatever is in it only narrows. */
  readonly narrowedBy?: string | undefined
}

/**
 * Reads the files of a policy, from the widest (an organisation's) to the narrowest (a project's): one configuration for each,
 * in their order, with the links in its paths followed. No file at all is `defaultConfig`.
 *
 * A file may use the groups and roles of those before it, so that the first one that does not hold ends the reading. A file
 * that is not there is an error like any other, and never the defaults.
 */
export const loadPolicy = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  options: LoadOptions = {}
): Effect.fn.Return<ReadonlyArray<PolicyConfig>, PolicyInvalid> {
  const { home = homeFolder(), narrowedBy } = options
  const configs: Array<PolicyConfig> = []
  for (const path of paths) configs.push(yield* loaded(path, { home, configs }))
  if (configs.length === 0) configs.push(defaultConfig)
  if (narrowedBy === undefined) return configs
  return [...configs, { ...(yield* loaded(narrowedBy, { home, configs, most: longestNarrowing })), onlyNarrows: true }]
})

/** In bytes. A file that anybody may have put there is not to cost more than a moment. */
const longestNarrowing = 256 * 1024

const loaded = Effect.fnUntraced(function* (
  path: string,
  {
    home,
    configs,
    most
  }: { readonly home: string | undefined; readonly configs: ReadonlyArray<PolicyConfig>; readonly most?: number }
): Effect.fn.Return<PolicyConfig, PolicyInvalid> {
  const name = plainly(path)
  const file = yield* Effect.sync(() => readTextFile(path, "policy", most))
  if ("fault" in file) return yield* policyInvalid([{ source: name, message: file.fault }])
  const known = configs.length === 0 ? undefined : namesIn(configs)
  const parsed = yield* parsePolicy(file.text, name, { home, known })
  const { config, problems } = yield* Effect.sync(() => resolvePaths(parsed))
  return problems.length > 0 ? yield* policyInvalid(problems) : config
})
