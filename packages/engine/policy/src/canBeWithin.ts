import { isBeneath, meetHosts } from "@toolgate/access"
import type { FileDeclaration, FileMode, ToolDefinition } from "@toolgate/core"
import type { ReachBounds } from "./PolicyPart.ts"

/**
 * Whether some call of a tool can keep to all of these bounds, in a workspace, or in any where none is given. Each file and host
 * that a tool declares is one that every call has, because an argument that is left out is a refusal or means its fallback.
 * Nothing is known beforehand of what a command names.
 */
export const canBeWithin = (
  { resources }: ToolDefinition,
  bounds: ReadonlyArray<ReachBounds>
): ((workspace: string | undefined) => boolean) => {
  const files = resources
    .filter((one) => one.kind === "file")
    .map(({ mode, within }) => ({ within, trees: treesFor(mode, bounds) }))
  const hosts = bounds.flatMap(({ hosts: some }) => (some === undefined ? [] : [some]))
  const [first, ...others] = hosts
  const hasHost = first === undefined || others.reduce(meetHosts, first).length > 0
  if (!hasHost && resources.some(({ kind }) => kind === "url")) return () => false
  return (workspace) => files.every(({ within, trees }) => trees === undefined || isIn(trees, within, workspace))
}

/** The trees in which all bounds allow all letters of a mode; `undefined` where none bounds files. */
const treesFor = (mode: FileMode, bounds: ReadonlyArray<ReachBounds>): ReadonlyArray<string> | undefined => {
  let trees: ReadonlyArray<string> | undefined
  for (const { files } of bounds) {
    if (files === undefined) continue
    // Each letter for itself: a path may have one from one tree and the other from another above it.
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
