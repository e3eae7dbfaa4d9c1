import { join } from "node:path"
import type { ToolDefinition } from "@toolgate/core"
import { type PolicyConfig, PolicyInvalid } from "@toolgate/policy"
import { findProjectPolicy, lintIdleAllows } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { switchFlag } from "../flags/switchFlag.ts"
import { WrongUse } from "../WrongUse.ts"

/** The flag `--no-project-policy`. */
export const noProjectPolicy = switchFlag(
  "no-project-policy",
  "Ignore the toolgate.yaml of the workspace, which otherwise narrows your policy"
)

interface ProjectFlags {
  readonly workspace: string
  readonly noProjectPolicy: boolean
}

/** Returns the path of the workspace's `toolgate.yaml`, unless it is ignored. */
export const getNarrowingFile = ({ workspace, noProjectPolicy }: ProjectFlags): string | undefined =>
  noProjectPolicy ? undefined : join(workspace, "toolgate.yaml")

/** Returns the path of the workspace's `toolgate.yaml` if it exists, narrows `files` and is not ignored. */
export const findAppliedPolicy = (
  given: ProjectFlags,
  files: ReadonlyArray<string>
): Effect.Effect<string | undefined, PolicyInvalid | WrongUse> =>
  given.noProjectPolicy
    ? Effect.undefined
    : Effect.mapError(findProjectPolicy(given.workspace, files), (error) =>
        explainProjectError(error, getNarrowingFile(given))
      )

/** Returns a policy error. If the project's file caused it, the error explains how to ignore that file. */
export const explainProjectError = <E>(error: E, project: string | undefined): E | WrongUse => {
  if (project === undefined || !(error instanceof PolicyInvalid)) return error
  if (!error.problems.some(({ source }) => isOf(source, project))) return error
  const [first] = error.problems
  const why = error.problems.length === 1 && first?.source === project ? first.message : error.message
  return new WrongUse({
    message: `The policy ${JSON.stringify(project)} of the workspace is invalid, so nothing runs:${why.includes("\n") ? "\n" : " "}${why}\nCorrect the file, or ignore it with "--no-project-policy".`,
    cause: error
  })
}

const isOf = (source: string, file: string): boolean =>
  source === file || /^:\d+:\d+$/.test(source.startsWith(file) ? source.slice(file.length) : "")

/** Returns the notice that the project's file applies, with the number of its ignored allow rules. */
export const formatProjectNotice = (
  path: string,
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>
): string => {
  const rules = configs.at(-1)?.rules.allow.length ?? 0
  const idle = lintIdleAllows(configs, tools).length
  const allows =
    rules === 0
      ? "it has no allow rules"
      : `${idle === 0 ? "none" : idle} of its ${rules} allow ${rules === 1 ? "rule is" : "rules are"} ignored`
  const remedy = idle === 0 ? "" : " To apply the whole file, name it with --policy."
  return `toolgate: The policy ${JSON.stringify(path)} of this folder only restricts calls: ${allows}.${remedy} To ignore it, use --no-project-policy.\n`
}

/** Returns the notice that the project's file is ignored, because there is no file policy to narrow. */
export const formatIgnoredNotice = (path: string): string =>
  `toolgate: The policy ${JSON.stringify(path)} of this folder is ignored: --policy host means no policy.\n`
