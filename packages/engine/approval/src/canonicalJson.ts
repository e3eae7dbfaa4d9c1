/**
 * Writes plain data as text. Two values have the same text exactly if they hold the same data, whatever the order of their
 * members. Members that JSON cannot express (functions, `undefined`) are left out.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && typeof member !== "function")
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`
}
