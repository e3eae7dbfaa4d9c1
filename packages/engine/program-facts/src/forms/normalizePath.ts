/**
 * Returns a path in its shortest spelling: `//` is `/`, `./a/` is `a`, `a/../b` is `b`, and `$HOME` is `~`. A word with a
 * blank is a text rather than a path, and stays as it is.
 */
export const normalizePath = (word: string): string => {
  const path = word.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, "~")
  if (!path.includes("/") || /\s/.test(path)) return path
  if (/^\/[./]*$/.test(path)) return "/"
  const plain = path
    .replaceAll(/\/(?:\.?\/)+/g, "/")
    .replace(/^(?:\.\/)+(?=.)/, "")
    .replace(/(?<=.)\/\.?$/, "")
  const short = plain.replace(/(?:^|(?<=\/))(?!\.\.\/)[^/]+\/\.\.(?:\/|$)/g, "")
  return short === "" ? "." : short
}
