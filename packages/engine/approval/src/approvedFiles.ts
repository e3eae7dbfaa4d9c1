import { sep } from "node:path"
import type { ApprovedFile, PermissionRequest, Resource } from "@toolgate/core"
import { findChanged, findScripts, readContent, wordsAsPaths } from "@toolgate/processes/contents"

/** The files that a call would change or run, as far as its arguments and its tool name them. */
export type FileUses = ReadonlyMap<string, ApprovedFile["use"]>

/** Returns the files that a call would change, and the programs and scripts of the workspace that it would run. */
export const fileUses = (request: Pick<PermissionRequest, "resources" | "tool" | "context">): FileUses => {
  const uses = new Map<string, ApprovedFile["use"]>()
  for (const path of scriptsOf(request)) uses.set(path, "run")
  for (const path of changedBy(request.resources)) uses.set(path, "change")
  return uses
}

/** Reads what these files hold. */
export const approvedFiles = (uses: FileUses): ReadonlyArray<ApprovedFile> =>
  Array.from(uses, ([path, use]) => ({ path, content: readContent(path), use }))

/** Returns, as nouns, the uses of files that do not hold what they held. Nobody knows of an unknown content, which equals nothing. */
export const changedUses = (
  before: ReadonlyArray<ApprovedFile>,
  now: ReadonlyArray<ApprovedFile>
): ReadonlyArray<string> =>
  fileUseNames.filter((use) => !areSame(before.filter(isOf(use)), now.filter(isOf(use)))).map((use) => nouns[use])

/** Returns, as nouns, the uses of those files that have changed by now. Does not wait, so that nothing happens in between. */
export const usesChangedNow = (files: ReadonlyArray<ApprovedFile>): ReadonlyArray<string> =>
  fileUseNames.filter((use) => findChanged(files.filter(isOf(use))) !== undefined).map((use) => nouns[use])

/** Returns the programs and scripts among these files. */
export const runFiles = (files: ReadonlyArray<ApprovedFile>): ReadonlyArray<ApprovedFile> => files.filter(isOf("run"))

/** Returns the member of an approval that holds these files: none if there are no files. */
export const withFiles = (files: ReadonlyArray<ApprovedFile>): { readonly files?: ReadonlyArray<ApprovedFile> } =>
  files.length === 0 ? {} : { files }

const nouns = {
  change: "what the files hold that it would change",
  run: "what the programs or scripts hold that it would run"
} as const

const fileUseNames = ["change", "run"] as const

const isOf =
  (use: ApprovedFile["use"]) =>
  (file: ApprovedFile): boolean =>
    file.use === use

const areSame = (before: ReadonlyArray<ApprovedFile>, now: ReadonlyArray<ApprovedFile>): boolean =>
  before.length === now.length &&
  before.every(
    ({ path, content }, at) => path === now[at]?.path && content === now[at]?.content && content !== "unknown"
  )

const changedBy = (resources: ReadonlyArray<Resource>): ReadonlyArray<string> =>
  resources.flatMap((one) => (one.kind === "file" && one.mode !== "r" ? [one.path] : []))

const scriptsOf = ({ resources, tool, context }: Pick<PermissionRequest, "resources" | "tool" | "context">) => {
  const { workspace } = context
  const commands: Array<ReadonlyArray<string>> = []
  const paths: Array<string> = []
  for (const one of resources) {
    if (one.kind === "command") {
      commands.push(one.argv)
      paths.push(...one.paths)
    }
    // An interpreter may be given its script on its input.
    if (one.kind === "file" && one.mode === "r") paths.push(one.path)
  }
  const inWorkspace = (all: ReadonlyArray<string>) => all.filter((path) => path.startsWith(`${workspace}${sep}`))
  // The words of a tool's own command are apart from a command that its arguments hold: `sh` does not run what `cat` reads there.
  const own = tool.implementations.flatMap((one) =>
    one.kind === "command" ? findScripts([one.argv], inWorkspace(wordsAsPaths(one.argv, workspace))) : []
  )
  return commands.length === 0 ? own : [...own, ...findScripts(commands, inWorkspace(paths))]
}
