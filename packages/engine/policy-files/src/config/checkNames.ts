import { quoted, unknownName } from "@toolgate/core"
import { builtInGroups } from "@toolgate/policy"
import type { Reading, YamlEntry, YamlNode } from "@toolgate/yaml-reading"
import { checkGroups } from "./checkGroups.ts"

/** The groups and roles that earlier files define, and that a later file may use. */
export interface KnownNames {
  /** The names of groups, without "group:" and without the built-in groups. */
  readonly groups: ReadonlySet<string>
  readonly roles: ReadonlySet<string>
}

/**
 * Checks the names of a file as a whole: every group and role is defined exactly once, and no group contains itself.
 */
export const checkNames = (root: YamlNode, reading: Reading, known: KnownNames): void => {
  const groups = entriesOf(root, "groups")
  for (const { key, at } of groups) {
    if (builtInGroups.has(key)) reading.fault(at, () => `the group ${quoted(key)} is built in; choose another name`)
    else if (known.groups.has(key))
      reading.fault(at, () => `the group ${quoted(key)} is defined by an earlier file; choose another name`)
  }
  checkGroups(groups, reading)
  const names = new Map([
    ["group", new Set([...builtInGroups.keys(), ...known.groups, ...groups.map(({ key }) => key)])],
    ["role", new Set([...known.roles, ...entriesOf(root, "layers", "roles").map(({ key }) => key)])]
  ])
  for (const { kind, name, at } of reading.uses) {
    const defined = names.get(kind) ?? new Set()
    const prefix = kind === "group" ? "group:" : ""
    if (!defined.has(name)) reading.fault(at, () => unknownName(kind, name, [...defined], { prefix }))
  }
}

/** Returns the entries of the map beneath these keys; an empty list if there is no such map. */
const entriesOf = (root: YamlNode, ...keys: ReadonlyArray<string>): ReadonlyArray<YamlEntry> => {
  let node: YamlNode | undefined = root
  for (const key of keys) node = node?.kind === "map" ? node.entries.find((each) => each.key === key)?.value : undefined
  return node?.kind === "map" ? node.entries : []
}
