/** The programs that remove the files their arguments name, with everything beneath them. */
export const removers: ReadonlySet<string> = new Set([
  ...["rm", "rmdir", "unlink", "shred", "srm", "trash", "trash-put", "gio"]
])

/** The programs that rename the files their arguments name. */
export const movers: ReadonlySet<string> = new Set(["mv", "rename", "prename", "file-rename", "mmv"])

/** Returns the last component of a word that is read as a path. */
export const getLastName = (word: string): string => {
  let end = word.length
  while (isSeparator(word[end - 1])) end--
  const before = Math.max(word.lastIndexOf("/", end - 1), word.lastIndexOf("\\", end - 1))
  return end === 0 ? "" : word.slice(before + 1, end)
}

const isSeparator = (character: string | undefined) => character === "/" || character === "\\"
