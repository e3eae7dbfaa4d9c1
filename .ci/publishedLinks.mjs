import { posix } from "node:path"

/**
 * Returns a text in Markdown whose links work in the place where the text is published. A link to a file in the same
 * package leads to that file. Any other link leads to the repository, or is replaced by its name if the repository has
 * no address.
 *
 * @param {string} text
 * @param {{ file: string, published: string, travels: Record<string, string>, repository?: string }} place
 *   the file in the repository, the file in the package, the other files of the package (by their paths in the repository), and the
 *   address of the repository
 */
export const publishedLinks = (text, { file, published, travels, repository }) =>
  text.replace(/\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g, (whole, name, target) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target)) return whole
    const [path, ...anchor] = target.split("#")
    const at = posix.join(posix.dirname(file), path).replace(/\/$/, "")
    const end = anchor.length === 0 ? "" : `#${anchor.join("#")}`
    const beside = travels[at]
    if (beside !== undefined) return `[${name}](${posix.relative(posix.dirname(published), beside)}${end})`
    return repository === undefined ? name : `[${name}](${repository}/blob/HEAD/${at}${end})`
  })
