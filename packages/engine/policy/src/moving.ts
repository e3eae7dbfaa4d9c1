/** The programs that remove the files their arguments name, with everything beneath them. */
export const removers: ReadonlySet<string> = new Set([
  ...["rm", "rmdir", "unlink", "shred", "srm", "trash", "trash-put", "gio"]
])

/** The programs that rename the files their arguments name. */
export const movers: ReadonlySet<string> = new Set(["mv", "rename", "prename", "file-rename", "mmv"])

/** Returns the last component of a word that is read as a path. */
export const lastName = (word: string): string => /([^/\\]*)[/\\]*$/.exec(word)?.[1] ?? ""
