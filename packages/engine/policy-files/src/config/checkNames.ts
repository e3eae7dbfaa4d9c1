import { quoted } from "@toolgate/core"
import { builtInGroups, unknownName } from "@toolgate/policy"
import type { Reading } from "../yaml/Reading.ts"
import type { YamlEntry, YamlNode } from "../yaml/YamlNode.ts"
import { checkGroups } from "./checkGroups.ts"

/** The groups and roles of earlier files, which a later one may use. */
export interface KnownNames {
  /** Without "group:", and without those that are built in. */
  readonly groups: ReadonlySet<string>
  readonly roles: ReadonlySet<string>
}

/** Checks what one entry alone does not show: that every group and role is defined, once, and that no group holds itself. */
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

/** The entries of the map beneath these keys; none where there is no map. */
const entriesOf = (root: YamlNode, ...keys: ReadonlyArray<string>): ReadonlyArray<YamlEntry> => {
  let node: YamlNode | undefined = root
  for (const key of keys) node = node?.kind === "map" ? node.entries.find((each) => each.key === key)?.value : undefined
  return node?.kind === "map" ? node.entries : []
}
