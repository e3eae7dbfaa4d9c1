/**
 * The folders in which a command may run. Each folder is a list of `cd` targets, each target relative to the one
 * before.
 */
export type Folders = ReadonlyArray<ReadonlyArray<string>>

/** The folder in which a text begins. */
export const start: Folders = [[]]

const key = (folder: ReadonlyArray<string>) => folder.join("\0")

/** Merges two lists of folders, without duplicates. */
export const mergeFolders = (one: Folders, other: Folders): Folders => {
  if (one === other) return one
  const all = new Map<string, ReadonlyArray<string>>()
  for (const folder of [...one, ...other]) all.set(key(folder), folder)
  return [...all.values()]
}

/**
 * Returns the folder to which `cd target` leads. `cd` resolves `..` by name, whereas path resolution goes up from a
 * link's destination. A name therefore never precedes a `..` in the result. Returns `undefined` for a `..` behind a
 * `.`, which is how the folder of `cd -P` ends.
 */
const enter = (folder: ReadonlyArray<string>, target: string): ReadonlyArray<string> | undefined => {
  const all = target.startsWith("/") ? [target] : [...folder, target]
  if (!target.split("/").includes("..")) return all
  const names: Array<string> = []
  let isPhysical = false
  for (const step of all.flatMap((one) => one.split("/"))) {
    if (step === "..") {
      if (isPhysical) return undefined
      const last = names.at(-1)
      if (last === undefined || last === "..") names.push(step)
      else names.pop()
    } else if (step !== "" && step !== ".") names.push(step)
    if (step !== "") isPhysical = step === "."
  }
  if (all[0]?.startsWith("/") === true) return [`/${names.filter((name) => name !== "..").join("/")}`]
  return names.length === 0 ? [] : [names.join("/")]
}

// A person would not follow a text that may end up in more folders than this.
const maxFolders = 4

/**
 * Returns the folders in which the shell may be after `cd target` succeeded, or the reason why they are only known when
 * the text runs.
 */
export const enterFolder = (at: Folders, target: string): { readonly to: Folders } | { readonly unknown: string } => {
  if (target === "" || target === "-") {
    return { unknown: `The folder that "cd ${target}" leads to is only known when it runs.` }
  }
  const folders = at.flatMap((folder) => {
    const to = enter(folder, target)
    return to === undefined ? [] : [to]
  })
  if (folders.length < at.length) {
    return { unknown: `The folder that "cd ${target}" leads to depends on whether a folder before ".." is a link.` }
  }
  const to = mergeFolders(folders, [])
  if (mergeFolders(at, to).length > maxFolders) {
    return { unknown: "The folder that later commands run in depends on which of many cd commands succeed." }
  }
  return { to }
}
