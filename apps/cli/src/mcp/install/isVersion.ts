/**
 * Whether a version satisfies what is requested: `1.2.3`, `1.2`, `^1.2.3` or `~1.2.3`. A tag such as `latest`, or an empty request, accepts
 * any.
 */
export const isVersion = (version: string, wanted: string | undefined): boolean => {
  const [, sign = "", whole = ""] = /^([~^]?)v?(\d.*)$/.exec(wanted ?? "") ?? []
  let text = whole
  while (/\.[x*]$/.test(text.slice(-2))) text = text.slice(0, -2)
  if (text === "" || version === text) return true
  const [parts, there] = [numbers(text), numbers(version)]
  if (sign === "") return version.startsWith(`${text}.`)
  // A caret fixes the first non-zero part; a tilde fixes the second part.
  const first = parts.findIndex((part) => part !== 0)
  const fixed = sign === "~" ? 2 : first === -1 ? parts.length : first + 1
  const differing = parts.findIndex((part, at) => part !== there[at])
  return differing === -1 || (differing >= fixed && (there[differing] ?? 0) > (parts[differing] ?? 0))
}

const numbers = (version: string): ReadonlyArray<number> =>
  version
    .replace(/[-+].*/, "")
    .split(".")
    .map(Number)
