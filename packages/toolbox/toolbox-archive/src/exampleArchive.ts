/** Returns a small file's record in a tar archive, as text. */
const recordOf = (name: string, content: string): string => {
  const size = content.length.toString(8).padStart(11, "0")
  const before = `${name.padEnd(100, "\0")}0000644\x000000000\x000000000\x00${size}\x0015125334400\0`
  const after = `0${"\0".repeat(100)}ustar\x0000`.padEnd(512 - before.length - 8, "\0")
  const sum = [...before, ...after].reduce((all, one) => all + one.charCodeAt(0), 8 * 32)
  const blocks = content.padEnd(Math.ceil(content.length / 512) * 512, "\0")
  return `${before}${sum.toString(8).padStart(6, "0")}\0 ${after}${blocks}`
}

/** The examples' archive. Its format is tar, because an example's files are texts. */
export const exampleArchive = `${recordOf("site/pages/index.md", "# Welcome\n")}${recordOf("site/notes.txt", "Buy milk today.")}${"\0".repeat(1024)}`
