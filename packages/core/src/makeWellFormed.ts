/**
 * Returns a value of JSON whose texts and names are well-formed Unicode: U+FFFD stands for each half of a character. No provider and no
 * client takes a request with such a half, and one that is kept in a conversation would fail every request after it. The same value if
 * there is nothing to replace.
 */
export const makeWellFormed = <A>(value: A): A => {
  const made = new Map<object, object>()
  const replacementOf = (one: unknown): unknown => {
    if (typeof one === "string") return one.toWellFormed()
    return isStructure(one) ? (made.get(one) ?? one) : one
  }
  // A list in place of the call stack: a value may be nested deeper than calls can be.
  const open = [value as unknown].filter(isStructure)
  for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
    if (made.has(next)) {
      made.set(next, replaceParts(next, replacementOf))
      open.pop()
    } else {
      // What holds itself stays as it is.
      made.set(next, next)
      for (const part of Object.values(next)) if (isStructure(part) && !made.has(part)) open.push(part)
    }
  }
  return replacementOf(value) as A
}

const isStructure = (value: unknown): value is object => typeof value === "object" && value !== null

/** Returns a list or an object with these replacements; the same one if nothing in it differs. */
const replaceParts = (value: object, replacementOf: (one: unknown) => unknown): object => {
  if (Array.isArray(value)) {
    const items = value.map(replacementOf)
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const members = Object.entries(value)
  const names = distinctNames(members.map(([name]) => name))
  const replaced = members.map(([, member], at) => [names[at] ?? "", replacementOf(member)] as const)
  const isSame = members.every(([name, member], at) => replaced[at]?.[0] === name && replaced[at][1] === member)
  return isSame ? value : Object.fromEntries(replaced)
}

/** Returns the names in well-formed Unicode. Names that would become one are numbered: `a\ufffd`, `a\ufffd_2`. */
const distinctNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (names.every((name) => name.isWellFormed())) return names
  const taken = new Set(names)
  const counts = new Map<string, number>()
  return names.map((name) => {
    if (name.isWellFormed()) return name
    const wanted = name.toWellFormed()
    let free = wanted
    // Counted on from the last time: thousands of equal names would otherwise be tried again for each.
    for (let number = counts.get(wanted) ?? 2; taken.has(free); number++) {
      free = `${wanted}_${number}`
      counts.set(wanted, number + 1)
    }
    taken.add(free)
    return free
  })
}
