/** Programs that remove what their words name, with all that it holds. */
export const removers: ReadonlySet<string> = new Set([
  ...["rm", "rmdir", "unlink", "shred", "srm", "trash", "trash-put", "gio"]
])

/** Programs that give what their words name another name. */
export const movers: ReadonlySet<string> = new Set(["mv", "rename", "prename", "file-rename", "mmv"])

/** The last name of a word, as a path. */
export const lastName = (word: string): string => /([^/\\]*)[/\\]*$/.exec(word)?.[1] ?? ""
