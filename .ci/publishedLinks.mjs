import { posix } from "node:path"

/**
 * A text in Markdown whose links lead somewhere from where it is published. What travels in the same package is linked there; what
 * does not is linked in the repository, or only named where the repository has no address.
 *
 * @param {string} text
 * @param {{ file: string, published: string, travels: Record<string, string>, repository?: string }} place
 *   the file in the repository, the file in the package, what else is in the package (by its path in the repository), and the address
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
