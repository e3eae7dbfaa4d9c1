/**
 * Returns a value of JSON whose texts and names are well-formed Unicode: U+FFFD stands for each half of a character. No provider and no
 * client takes a request with such a half, and one that is kept in a conversation would fail every request after it. The same value if
 * there is nothing to replace.
 */
export const wellFormed = <A>(value: A): A => replaced(value, 0) as A

const replaced = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed()
  if (typeof value !== "object" || value === null || depth > deepest) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => replaced(item, depth + 1))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const members = Object.entries(value)
  let isSame = true
  const taken = new Set<string>()
  const made = members.map(([name, member]) => {
    let written = name.toWellFormed()
    // Two names must not become one.
    while (written !== name && (taken.has(written) || Object.hasOwn(value, written))) written += "\ufffd"
    taken.add(written)
    const kept = replaced(member, depth + 1)
    isSame &&= written === name && kept === member
    return [written, kept] as const
  })
  return isSame ? value : Object.fromEntries(made)
}

/** The depth to which a value is read. A deeper one cannot be written as JSON. */
const deepest = 2_000
