import { escapeUnprintable, quoted } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { defaultConfig, makePolicyInvalid, type PolicyInvalid } from "@toolgate/policy"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { getHomeFolder } from "./getHomeFolder.ts"
import { loadPrograms } from "./loadPrograms.ts"
import { collectNames, parsePolicy } from "./parsePolicy.ts"
import { resolveLinks } from "./resolveLinks.ts"
import { resolvePaths } from "./resolvePaths.ts"

/** The options of `loadPolicy`. */
export interface LoadOptions {
  /** The folder that `~/` stands for. Absent: the home folder from the system's user database. */
  readonly home?: string | undefined
  /** The path of an untrusted file. It is never the first file, and can only narrow the policy. */
  readonly narrowedBy?: string | undefined
  /** Texts to use instead of the content of files, by path. */
  readonly texts?: ReadonlyMap<string, string>
  /** The only folders of programs that may be read, with links followed. Absent: those that the files name. */
  readonly programs?: ReadonlySet<string> | undefined
}

/**
 * Loads the files of a policy, from the widest (an organisation's) to the narrowest (a project's). Returns one
 * configuration for each file, in the same order, with links in paths followed. Without any file, returns
 * `defaultConfig`.
 *
 * A file may use the groups and roles of the files before it, so reading stops at the first invalid file. A missing
 * file is an error like any other: the defaults never take its place.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { loadPolicy } from "@toolgate/policy-files"
 * import { putFile } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "policy-"))
 * const file = join(folder.path, "toolgate.yaml")
 * putFile(file, "version: 1\nrules: { deny: [shell] }\n")
 * const [config] = await Effect.runPromise(loadPolicy([file]))
 * assert.equal(config?.rules.deny.length, 1)
 * // A missing file is an error: the defaults never take its place.
 * const { _tag } = await Effect.runPromise(Effect.flip(loadPolicy([join(folder.path, "missing.yaml")])))
 * assert.equal(_tag, "PolicyInvalid")
 * ```
 */
export const loadPolicy = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  options: LoadOptions = {}
): Effect.fn.Return<ReadonlyArray<PolicyConfig>, PolicyInvalid> {
  const { home = getHomeFolder(), narrowedBy, texts, programs } = options
  const configs: Array<PolicyConfig> = []
  for (const path of paths) configs.push(yield* loaded(path, { home, configs, programs, text: texts?.get(path) }))
  if (configs.length === 0) configs.push(defaultConfig)
  if (narrowedBy === undefined) return configs
  return [
    ...configs,
    { ...(yield* loaded(narrowedBy, { home, configs, most: longestNarrowing, isTrusted: false })), onlyNarrows: true }
  ]
})

/**
 * The largest size of an untrusted file, in bytes. Anyone may have written the file, so reading it must not take long.
 */
const longestNarrowing = 256 * 1024

const loaded = Effect.fnUntraced(function* (
  path: string,
  {
    home,
    configs,
    most,
    isTrusted = true,
    programs,
    text
  }: {
    readonly home: string | undefined
    readonly configs: ReadonlyArray<PolicyConfig>
    readonly most?: number
    readonly isTrusted?: boolean
    readonly programs?: ReadonlySet<string> | undefined
    readonly text?: string | undefined
  }
): Effect.fn.Return<PolicyConfig, PolicyInvalid> {
  const name = escapeUnprintable(path)
  const file = text === undefined ? yield* Effect.sync(() => readTextFile(path, "policy", most)) : { text }
  if ("fault" in file) return yield* makePolicyInvalid([{ source: name, message: file.fault }])
  const known = configs.length === 0 ? undefined : collectNames(configs)
  const parsed = yield* parsePolicy(file.text, name, { home, known })
  const { config, problems } = yield* Effect.sync(() => resolvePaths(parsed))
  if (problems.length > 0) return yield* makePolicyInvalid(problems)
  const named = config.programs
  if (isTrusted && named !== undefined && programs?.has(resolveLinks(named.folder) ?? named.folder) === false)
    return yield* makePolicyInvalid([
      {
        source: named.source,
        message: `the folder of programs ${quoted(named.folder)} is not one of the policy in force`
      }
    ])
  // An untrusted file must not decide what is harmless, so its folder of programs is never read.
  return isTrusted ? yield* loadPrograms(config) : config
})
