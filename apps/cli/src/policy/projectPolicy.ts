import { lstatSync, realpathSync, statSync } from "node:fs"
import { join } from "node:path"
import type { ToolDefinition } from "@toolgate/core"
import { explainFileError } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { type PolicyConfig, PolicyInvalid } from "@toolgate/policy"
import { idleAllows } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { switchFlag } from "../flags/switchFlag.ts"
import { WrongUse } from "../WrongUse.ts"

/** The flag `--no-project-policy`. */
export const noProjectPolicy = switchFlag(
  "no-project-policy",
  "Ignore the toolgate.yaml of the workspace, which otherwise narrows your policy"
)

/**
 * Returns the path of the `toolgate.yaml` in the folder in which calls work. `undefined`: there is no such file, it is
 * left out, or it is one of `files`, compared by device and inode.
 */
export const projectPolicy = Effect.fnUntraced(function* (
  given: { readonly workspace: string; readonly noProjectPolicy: boolean },
  files: ReadonlyArray<string>
): Effect.fn.Return<string | undefined, WrongUse> {
  if (given.noProjectPolicy) return undefined
  const path = join(given.workspace, "toolgate.yaml")
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry === undefined) return undefined
    if (!entry.isSymbolicLink()) return files.some((file) => isSame(file, path)) ? undefined : path
    if (files.some((file) => isSame(file, path))) return undefined
    const folder = realpathSync(given.workspace)
    const end = realpathSync(path)
    const isInside = end !== folder && isBeneath(end, folder)
    return isInside ? path : yield* unusable(path, "it is a link that leads out of the folder")
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // If the path is not a folder, opening the folder reports that.
    if (code === "ENOTDIR") return undefined
    if (code === "ENOENT") return yield* unusable(path, "it is a link that leads nowhere", cause)
    if (code === "ELOOP") return yield* unusable(path, "it is a link that leads to itself", cause)
    return yield* unusable(path, explainFileError(cause, "read"), cause)
  }
})

const isSame = (one: string, other: string): boolean => {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    // A file that is missing, or a link that leads nowhere, is reported when the file is read.
    return false
  }
}

/** Returns the error of a policy. If the error is in the project's file, the error says how to leave the file out. */
export const withoutProject = <E>(error: E, project: string | undefined): E | WrongUse =>
  project !== undefined && error instanceof PolicyInvalid && error.problems.some(({ source }) => isOf(source, project))
    ? unusable(project, error.message, error)
    : error

const isOf = (source: string, file: string): boolean =>
  source === file || /^:\d+:\d+$/.test(source.startsWith(file) ? source.slice(file.length) : "")

const unusable = (path: string, why: string, cause?: unknown): WrongUse =>
  new WrongUse({
    message: `The policy ${JSON.stringify(path)} of the workspace is invalid, so nothing runs:${why.includes("\n") ? "\n" : " "}${why}\nCorrect the file, or ignore it with "--no-project-policy".`,
    cause
  })

/** Returns the notice that the project's file applies, with the number of its allow rules that have no effect. */
export const projectText = (
  path: string,
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>
): string => {
  const rules = configs.at(-1)?.rules.allow.length ?? 0
  const idle = idleAllows(configs, tools).length
  const allows =
    rules === 0
      ? "it has no allow rules"
      : `${idle === 0 ? "none" : idle} of its ${rules} allow ${rules === 1 ? "rule is" : "rules are"} without effect`
  const remedy = idle === 0 ? "" : " To apply the whole file, name it with --policy."
  return `toolgate: The policy ${JSON.stringify(path)} of this folder applies, and only narrows: ${allows}.${remedy} To ignore it, use --no-project-policy.\n`
}

/** Returns the notice that the project's file does not apply, because there is no policy that it could narrow. */
export const ignoredText = (path: string): string =>
  `toolgate: The policy ${JSON.stringify(path)} of this folder is ignored: --policy host means no policy.\n`
