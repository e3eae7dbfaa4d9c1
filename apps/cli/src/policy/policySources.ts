import { resolve } from "node:path"
import { type Ceiling, type ResolvedPath, ToolRegistry } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { DryRun, describeProgramFaults, listPolicyFiles, loadPolicy } from "@toolgate/policy-files"
import { validator } from "@toolgate/registry"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { openWorkspace } from "toolgate/effect"
import { CatalogueHere } from "../catalogue/CatalogueHere.ts"
import { Screen } from "../Screen.ts"
import { WrongUse } from "../WrongUse.ts"
import { explainProjectError, findAppliedPolicy, formatProjectNotice } from "./findAppliedPolicy.ts"
import { listFilesInForce } from "./policyFlags.ts"

/** The flag `--policy`, which may be repeated. */
export const policy = Flag.String("policy").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "A policy file; repeat to narrow it: organisation, user, project; default: yours, or the built-in one"
  ),
  Flag.atLeast(0)
)

/** The flag `--workspace`, for requests without a folder. */
export const workspace = Flag.String("workspace").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder of calls that do not name one; default: the current one"),
  Flag.withDefault(".")
)

/** The configurations that judge a command's calls, and their name in a sentence. */
interface PolicySources {
  /** The configurations of the policy files. */
  readonly configs: ReadonlyArray<PolicyConfig>
  /** The configurations of the policy files, narrowed by those of the catalogues. */
  readonly inForce: ReadonlyArray<PolicyConfig>
  /** The tools that the active skills allow. */
  readonly allowed: Ceiling["tools"]
  /** The paths that no call may change, because the policy is read from them. */
  readonly files: ReadonlyArray<string>
  readonly called: string
  /** The policy file of the folder that narrows the configurations; `undefined` if there is none. */
  readonly project: string | undefined
}

/**
 * Loads the policy of these files, from widest to narrowest. Without files, uses the user's policy or the built-in defaults. With a folder,
 * its policy file narrows the policy, as for a call there.
 */
export const loadSources = (files: ReadonlyArray<string>, folder?: Parameters<typeof findAppliedPolicy>[0]) =>
  Effect.gen(function* () {
    for (const file of files)
      if (file === "") return yield* new WrongUse({ message: "The name of a policy file is empty; name a file." })
    if (files.includes("host"))
      return yield* new WrongUse({
        message: 'The policy "host" has no rules; write "./host" for a file of that name.'
      })
    const paths = listFilesInForce(files)
    const project = yield* folder === undefined ? Effect.undefined : findAppliedPolicy(folder, paths)
    const configs = yield* Effect.mapError(loadPolicy(paths, { narrowedBy: project }), (error) =>
      explainProjectError(error, project)
    )
    const { narrowing, files: written, allowed } = yield* CatalogueHere
    const inForce = [...configs, ...narrowing]
    const named = paths.length > 0 ? paths.join(", ") : "the built-in defaults, because you have no policy file"
    if (project === undefined)
      return {
        configs,
        inForce,
        allowed,
        files: listPolicyFiles([...paths, ...written], configs),
        called: named,
        project
      } satisfies PolicySources
    const called = `${named}, narrowed by ${project} of the folder`
    return {
      configs,
      inForce,
      allowed,
      files: listPolicyFiles([...paths, project, ...written], configs),
      called,
      project
    } satisfies PolicySources
  })

/** The flags for the policy and the workspace of judged calls. */
interface DryRunFlags {
  readonly policy: ReadonlyArray<string>
  readonly workspace: string
  readonly noProjectPolicy: boolean
}

/** Returns the texts of the policy files that can be read. */
export const readPolicyTexts = (files: ReadonlyArray<string>): ReadonlyArray<string> =>
  listFilesInForce(files).flatMap((file) => {
    const read = readTextFile(file, "policy")
    return "text" in read ? [read.text] : []
  })

/** Prints the faults of the files about programs that configurations name. */
export const reportFaults = Effect.fnUntraced(function* (configs: ReadonlyArray<PolicyConfig>) {
  const { notice } = yield* Screen
  for (const fault of describeProgramFaults(configs)) yield* notice(`toolgate: ${fault}\n`)
})

/** Returns a dry run with the policy of a folder, and notes the file that narrows it. */
export const openNarrowedDryRun = Effect.fnUntraced(function* (given: DryRunFlags) {
  const { dryRun, called, configs, project } = yield* openDryRun(given)
  if (project !== undefined)
    yield* (yield* Screen).notice(formatProjectNotice(project, configs, (yield* ToolRegistry).list()))
  return { dryRun, called }
})

/** Returns a dry run with the policy of a folder and the current tools. */
export const openDryRun = Effect.fnUntraced(function* (given: DryRunFlags) {
  const { configs, inForce, allowed, files, called, project } = yield* loadSources(given.policy, given)
  yield* reportFaults(configs)
  const workspace = yield* resolveWorkspace(given.workspace)
  const dryRun = yield* Effect.mapError(
    DryRun.make({ configs: inForce, files, allowed, workspace, validator: yield* validator }),
    (error) => explainProjectError(error, project)
  )
  return { dryRun, called, configs, project }
})

/** Returns the folder of `--workspace`. It need not exist, because no call is made in it. */
export const resolveWorkspace = (path: string): Effect.Effect<ResolvedPath, WrongUse> => {
  if (path === "")
    return Effect.fail(
      new WrongUse({ message: 'The flag "--workspace" is empty; name a folder, or leave the flag out.' })
    )
  return Effect.catch(openWorkspace(path), (cause) => {
    const absent =
      cause.reason === "Missing" ? DryRun.resolveDryWorkspace(/^~/.test(path) ? path : resolve(path)) : undefined
    if (typeof absent === "string") return Effect.succeed(absent)
    const message = absent === undefined ? cause.message : `The workspace "${path}" ${absent.fault}.`
    return Effect.fail(new WrongUse({ message, cause }))
  })
}
