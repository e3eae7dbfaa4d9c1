import type { Resource } from "@toolgate/core"

/**
 * Names a resource by its position among the others. The name never quotes the resource, because the model reads the
 * text and must not see an argument's value.
 */
export const nameResource = (resources: ReadonlyArray<Resource>, i: number): string => {
  const kind = resources[i]?.kind
  if (resources.length === 1) return `the ${nouns[kind ?? "opaque"]}`
  const same = resources.filter((one) => one.kind === kind)
  const runsCommands = resources.some((one) => one.kind === "command" || one.kind === "opaque" || one.kind === "unread")
  const noun = kind === "file" && runsCommands ? "file" : nouns[kind ?? "opaque"]
  const place = resources.slice(0, i + 1).filter((one) => one.kind === kind).length
  return same.length === 1 ? `the ${noun}` : `${noun} ${place} of ${same.length}`
}

const nouns: Readonly<Record<Resource["kind"], string>> = {
  file: "path",
  host: "host",
  command: "command",
  opaque: "part that cannot be read",
  unread: "part that was not read"
}
