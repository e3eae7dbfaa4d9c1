/** Returns plain data in a form that compares by its members alone, without prototypes and the order of members. In JSON, -0 is 0. */
export const plain = (value: unknown): unknown => {
  if (typeof value === "number") return value + 0
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return new Map(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, plain(member)]))
}
