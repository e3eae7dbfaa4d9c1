import { describeUnknownName, quoted } from "@toolgate/core"
import { builtInGroups } from "@toolgate/policy"
import type { FileReading, YamlEntry, YamlNode } from "@toolgate/yaml-reading"

/** The groups and roles that earlier files define, and that a later file may use. */
export interface KnownNames {
  /** The names of groups, without "group:" and without the built-in groups. */
  readonly groups: ReadonlySet<string>
  readonly roles: ReadonlySet<string>
}

/**
 * Checks the names of a file as a whole: every group and role is defined exactly once, and no group contains itself.
 */
export const checkNames = (root: YamlNode, reading: FileReading, known: KnownNames): void => {
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
    if (!defined.has(name)) reading.fault(at, () => describeUnknownName(kind, name, [...defined], { prefix }))
  }
}

const entriesOf = (root: YamlNode, ...keys: ReadonlyArray<string>): ReadonlyArray<YamlEntry> => {
  let node: YamlNode | undefined = root
  for (const key of keys) node = node?.kind === "map" ? node.entries.find((each) => each.key === key)?.value : undefined
  return node?.kind === "map" ? node.entries : []
}

/** The largest number of groups nested in each other. Other code can therefore use recursion. */
const deepest = 32

/**
 * Reports every reference that makes a group contain itself, and every group that is nested too deeply. The search
 * keeps its own stack instead of recursing, because a file can contain a chain of many thousands of groups.
 */
const checkGroups = (groups: ReadonlyArray<YamlEntry>, reading: FileReading): void => {
  const byName = new Map(groups.map((group) => [group.key, group]))
  const heights = new Map<string, number>()
  const open = new Map<string, Visit>()
  const deep: Array<{ readonly name: string; readonly at: number }> = []
  let circles = false
  for (const { key } of groups) {
    if (heights.has(key)) continue
    const path = [visit(byName, key)]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      open.set(top.name, top)
      const member = top.members[top.next++]
      if (member === undefined) {
        open.delete(top.name)
        path.pop()
        heights.set(top.name, top.height)
        const { at, name } = top
        if (top.height === deepest + 1) deep.push({ name, at })
        raise(path.at(-1), top.height)
      } else if (open.has(member.name)) {
        circles = true
        reading.fault(member.at, () => `the group ${quoted(member.name)} contains itself: ${circle(path, member.name)}`)
      } else if (heights.has(member.name)) raise(top, heights.get(member.name) ?? 0)
      else path.push(visit(byName, member.name))
    }
  }
  // The groups of a cycle are also nested too deeply, but the cycle is already reported.
  if (circles) return
  for (const { name, at } of deep)
    reading.fault(at, () => `the group ${quoted(name)} contains groups that are nested more than ${deepest} deep`)
}

interface Visit {
  readonly name: string
  readonly at: number
  readonly members: ReadonlyArray<{ readonly name: string; readonly at: number }>
  next: number
  height: number
}

const visit = (groups: ReadonlyMap<string, YamlEntry>, name: string): Visit => {
  const group = groups.get(name)
  const items = group?.value.kind === "list" ? group.value.items : []
  const members = items.flatMap((item) => {
    const text = item.kind === "scalar" && typeof item.value === "string" ? item.value : ""
    return text.startsWith("group:") && groups.has(text.slice(6)) ? [{ name: text.slice(6), at: item.at }] : []
  })
  return { name, at: group?.at ?? 0, members, next: 0, height: 1 }
}

const raise = (above: Visit | undefined, height: number) => {
  if (above !== undefined) above.height = Math.max(above.height, height + 1)
}

const circle = (path: ReadonlyArray<Visit>, closes: string): string => {
  const names = path.slice(path.findIndex(({ name }) => name === closes)).map(({ name }) => name)
  const shown = [...names.slice(0, 6), ...(names.length > 6 ? ["…"] : []), ...names.slice(0, 1)]
  return shown.map((name) => quoted(name).slice(1, -1)).join(" → ")
}
