/**
 * The folders in which a command may run. Each folder is a list of `cd` targets, each target relative to the one
 * before.
 */
export type Folders = ReadonlyArray<ReadonlyArray<string>>

/** The folder in which a text begins. */
export const start: Folders = [[]]

const key = (folder: ReadonlyArray<string>) => folder.join("\0")

/** Returns the folders of both lists, each once. */
export const eitherFolders = (one: Folders, other: Folders): Folders => {
  if (one === other) return one
  const all = new Map<string, ReadonlyArray<string>>()
  for (const folder of [...one, ...other]) all.set(key(folder), folder)
  return [...all.values()]
}

// `cd` takes `..` back by name, but a resolver of paths goes up from where a link has led.
const leavesByName = (folder: ReadonlyArray<string>) => {
  let named = false
  for (const step of folder.flatMap((target) => target.split("/"))) {
    if (step === ".." && named) return true
    named ||= step !== ".." && step !== "." && step !== ""
  }
  return false
}

// A text that may end up in more folders than this is more than a person would follow.
const maxFolders = 4

/**
 * Returns the folders in which the shell may be after `cd target` succeeded, or the reason why they are only known when
 * the text runs.
 */
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
