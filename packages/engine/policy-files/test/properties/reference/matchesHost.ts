/** Whether a host pattern names a host, label by label. `undefined`: the pattern is invalid. */
export const matchesHost = (pattern: string, host: string, port: number): boolean | undefined => {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d+|\*))?$/.exec(pattern)
  if (parts === null || /[/@]/.test(pattern)) return undefined
  const [, name = "", wanted] = parts
  const labels = labelsOf(name)
  if (labels.slice(1).some((label) => label.includes("*"))) return undefined
  if (wanted !== undefined && wanted !== "*" && Number(wanted) !== port) return false
  if (name === "**") return true
  const [first, ...fixed] = labels
  const given = labelsOf(host)
  if (first !== "*" && first !== "**") return labels.join(".") === given.join(".")
  if (isAddress(host)) return false
  const before = given.length - fixed.length
  if (fixed.join(".") !== given.slice(Math.max(0, before)).join(".")) return false
  return first === "*" ? before === 1 : before >= 1
}

const labelsOf = (name: string): ReadonlyArray<string> => name.toLowerCase().replace(/\.$/, "").split(".")

const isAddress = (host: string): boolean =>
  host.startsWith("[") || host.split(".").every((label) => /^\d+$/.test(label))
