import type { Access, FileAccess, GrantBounds, ResolvedPath } from "@toolgate/core"

/**
 * What a call may touch, with the folders of programs that its policy adds: shown like the system's own, wherever the call's files
 * have to lie, but for what is excepted.
 */
export const withPrograms = (access: Access, { path = [], except = [] }: GrantBounds): Access => {
  if (path.length === 0) return access
  // Nothing is written there.
  const hidden = except.filter(({ mode }) => mode !== "w")
  const trees = path.flatMap(treesOf).map((tree) => (hidden.length === 0 ? tree : { ...tree, except: hidden }))
  return { ...access, path, files: [...access.files, ...trees] }
}

/** A folder of programs, and the libraries that lie beside a `bin`: what is in there leads to them. */
const treesOf = (path: string): ReadonlyArray<FileAccess> => {
  const [, above] = /^(.*)\/bin$/.exec(path) ?? []
  const folders = above === undefined ? [path] : [path, ...libraries.map((name) => `${above}/${name}`)]
  return folders.map((folder) => ({ path: folder as ResolvedPath, mode: "r", scope: "tree" }))
}

const libraries = ["lib", "lib64", "libexec"]
