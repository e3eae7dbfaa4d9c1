import type { Access, FileAccess, GrantBounds, ResolvedPath } from "@toolgate/core"

/**
 * Returns the access of a call together with the folders of programs that the policy adds. These folders are readable
 * like the system's own, wherever the call's files have to lie, except for excluded paths.
 */
export const addProgramFolders = (access: Access, { path = [], except = [] }: GrantBounds): Access => {
  if (path.length === 0) return access
  // Exceptions for writing are left out, because nothing is written in these folders.
  const hidden = except.filter(({ mode }) => mode !== "w")
  const trees = path.flatMap(treesOf).map((tree) => (hidden.length === 0 ? tree : { ...tree, except: hidden }))
  return { ...access, path, files: [...access.files, ...trees] }
}

/** Returns read access to a folder of programs and, beside a `bin`, to the library folders that its programs load. */
const treesOf = (path: string): ReadonlyArray<FileAccess> => {
  const [, above] = /^(.*)\/bin$/.exec(path) ?? []
  const folders = above === undefined ? [path] : [path, ...libraries.map((name) => `${above}/${name}`)]
  return folders.map((folder) => ({ path: folder as ResolvedPath, mode: "r", scope: "tree" }))
}

const libraries = ["lib", "lib64", "libexec"]
