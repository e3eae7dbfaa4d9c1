import type { FileDeclaration, FileMode, ToolDefinition } from "@toolgate/core"
import { isBeneath, meetHosts } from "@toolgate/core/access"
import { isOfHost } from "./declarations.ts"
import type { ReachBounds } from "./PolicyPart.ts"

/**
 * Returns a function that decides whether some call of the tool can stay within all of the bounds. The function takes
 * a workspace; `undefined` stands for any workspace.
 *
 * Every call has each file and host that the tool declares, because a missing argument is either refused or replaced
 * by its fallback. An optional file is ignored, because a call can leave it out. The words of a command are ignored
 * too, because they are unknown before the call.
 */
export const canBeWithin = (
  { resources }: ToolDefinition,
  bounds: ReadonlyArray<ReachBounds>
): ((workspace: string | undefined) => boolean) => {
  const files = resources
    .filter((one) => one.kind === "file")
    .filter(({ absent }) => absent === undefined)
    .map(({ mode, within }) => ({ within, trees: treesFor(mode, bounds) }))
  const hosts = bounds.flatMap(({ hosts: some }) => (some === undefined ? [] : [some]))
  const [first, ...others] = hosts
  const hasHost = first === undefined || others.reduce(meetHosts, first).length > 0
  if (!hasHost && resources.some(isOfHost)) return () => false
  for (const one of resources)
    if (one.kind === "host" && hosts.some((some) => meetHosts(some, [one]).length === 0)) return () => false
  return (workspace) => files.every(({ within, trees }) => trees === undefined || isIn(trees, within, workspace))
}

/** Returns the trees in which all bounds allow every letter of the mode; `undefined` if no bounds restrict files. */
const treesFor = (mode: FileMode, bounds: ReadonlyArray<ReachBounds>): ReadonlyArray<string> | undefined => {
  let trees: ReadonlyArray<string> | undefined
  for (const { files } of bounds) {
    if (files === undefined) continue
    // Each letter is checked separately: a path may get `r` from one tree and `w` from another tree above it.
    for (const letter of mode) {
      const own = files.flatMap((file) => (file.mode.includes(letter) ? [file.path] : []))
      trees = trees === undefined ? own : meetTrees(trees, own)
    }
  }
  return trees
}

const meetTrees = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(some.flatMap((a) => others.flatMap((b) => (isBeneath(a, b) ? [a] : isBeneath(b, a) ? [b] : []))))
]

const isIn = (
  trees: ReadonlyArray<string>,
  within: FileDeclaration["within"],
  workspace: string | undefined
): boolean => (within === "host" || workspace === undefined ? trees : meetTrees(trees, [workspace])).length > 0
