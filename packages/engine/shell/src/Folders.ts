/** The folders that a command may run in: each a list of `cd` targets, each target relative to the one before. */
export type Folders = ReadonlyArray<ReadonlyArray<string>>

/** Where a text begins. */
export const start: Folders = [[]]

const key = (folder: ReadonlyArray<string>) => folder.join("\0")

/** All folders of both, each once. */
export const eitherFolders = (one: Folders, other: Folders): Folders => {
  if (one === other) return one
  const all = new Map<string, ReadonlyArray<string>>()
  for (const folder of [...one, ...other]) all.set(key(folder), folder)
  return [...all.values()]
}

// `cd` takes `..` back by name, while whoever resolves the folder as a path goes up from where a link led.
const leavesByName = (folder: ReadonlyArray<string>) => {
  let named = false
  for (const step of folder.flatMap((target) => target.split("/"))) {
    if (step === ".." && named) return true
    named ||= step !== ".." && step !== "." && step !== ""
  }
  return false
}

// With more folders than this a text has more ways to go than a person would follow.
const maxFolders = 4

/** Where the shell is after `cd target` succeeded, or the reason why this is only known when it runs. */
export const entered = (at: Folders, target: string): { readonly to: Folders } | { readonly unknown: string } => {
  if (target === "" || target === "-") {
    return { unknown: `The folder that "cd ${target}" leads to is only known when it runs.` }
  }
  const to = eitherFolders(
    at.map((folder) => (target.startsWith("/") ? [target] : [...folder, target])),
    []
  )
  if (to.some(leavesByName)) {
    return { unknown: `The folder that "cd ${target}" leads to depends on whether a folder before ".." is a link.` }
  }
  if (eitherFolders(at, to).length > maxFolders) {
    return { unknown: "The folder that later commands run in depends on which of many cd commands succeed." }
  }
  return { to }
}
