import { describeUnknownName, findNearest, quoted } from "@toolgate/core"
import { adviseSelector, includesName, selectorPattern } from "@toolgate/policy"
import { type FileReading, recordOf, reportWrongType, type Shape, textOf, type YamlNode } from "@toolgate/yaml-reading"
import { isSkillName, type Skill } from "./Skill.ts"

/** The front matter of a `SKILL.md`: the skill without its text and its path. */
export type SkillHead = Omit<Skill, "instructions" | "path">

/** Reports a warning at an offset of the text. */
export type Warn = (at: number, message: string) => void

/** Returns the shape of a `SKILL.md`'s front matter. Unknown keys are only warnings, because other clients use more. */
export const makeSkillShape = (folder: string, warn: Warn): Shape<SkillHead> => {
  const known = recordOf(
    "a skill",
    {
      name: { shape: nameOf(folder), description: "The name, which is that of the folder.", absent: undefined },
      description: {
        shape: someText(1024),
        description: "The description: when the skill is of use.",
        absent: undefined
      },
      license: { shape: someText(1024), description: "The licence.", absent: "none is stated" },
      compatibility: { shape: someText(500), description: "The needs of the skill.", absent: "none are stated" },
      metadata: { shape: metadataOf(warn), description: "Texts by key.", absent: "{}" },
      "allowed-tools": {
        shape: written,
        description: "Tools that another client approves in advance. A note here.",
        absent: "none"
      },
      allowed_tools: {
        shape: selectorList,
        description: "The tools that the agent is restricted to.",
        absent: "it restricts nothing"
      },
      version: { shape: version, description: "The version.", absent: "metadata.version, or 1.0.0" }
    },
    (given, at, reading): SkillHead | undefined => {
      const { metadata = new Map<string, string>(), license, compatibility, "allowed-tools": preApproved } = given
      const own = metadata.get(ownKey)
      const within = own === undefined ? undefined : selectorsIn(own, '"toolgate-tools"', at, reading)
      const inMetadata = metadata.get("version")
      const stated = given.version ?? (inMetadata === undefined ? "1.0.0" : versionIn(inMetadata, at, reading))
      if (stated === undefined || (own !== undefined && within === undefined)) return undefined
      return {
        name: given.name ?? "",
        description: given.description ?? "",
        version: stated,
        ...restrictionsOf(given.allowed_tools, within),
        ...(license === undefined ? {} : { license }),
        ...(compatibility === undefined ? {} : { compatibility }),
        ...(preApproved === undefined ? {} : { preApproved }),
        // Defines keys, so that `__proto__` is an ordinary one.
        metadata: Object.fromEntries(metadata)
      }
    }
  )
  const names = known.beneath.flatMap((part) => (part.kind === "keys" ? Object.keys(part.record.keys) : []))
  return {
    ...known,
    read: (entry, reading) => {
      const { node } = entry
      if (node.kind !== "map") return known.read(entry, reading)
      for (const { key, at } of node.entries)
        if (!names.includes(key) && findNearest(key, ["allowed_tools"]) !== undefined)
          reading.fault(at, () => `unknown key ${quoted(key)} in a skill; did you mean "allowed_tools"?`)
        else if (!names.includes(key))
          warn(at, `${describeUnknownName("key", key, names, { where: "in a skill" })} (it is ignored)`)
      const entries = node.entries.filter(({ key }) => names.includes(key))
      return known.read({ ...entry, node: { ...node, entries } }, reading)
    }
  }
}

const restrictionsOf = (
  allowedTools: ReadonlyArray<string> | undefined,
  within: ReadonlyArray<string> | undefined
): Pick<Skill, "allowedTools" | "alsoWithin"> => {
  if (allowedTools === undefined || within === undefined) return { allowedTools: allowedTools ?? within }
  const met = meetSelectors(allowedTools, within)
  return met === undefined ? { allowedTools, alsoWithin: within } : { allowedTools: met }
}

const nameOf = (folder: string): Shape<string> =>
  textOf("the name of a skill", (text, { node }, reading) => {
    if (!isSkillName(text))
      return reading.fault(
        node.at,
        () =>
          `${quoted(text)} is not the name of a skill: use 1 to 64 lower-case letters, digits and single hyphens between them`
      )
    if (text === folder) return text
    return reading.fault(
      node.at,
      () => `the skill ${quoted(text)} lies in the folder ${quoted(folder)}; give both one name`
    )
  })

const someText = (most: number): Shape<string> =>
  textOf("a string", (text, { node, label }, reading) => {
    if (text.trim() === "") return reading.fault(node.at, () => `${label} is empty; write a text`)
    // Counts characters rather than UTF-16 units.
    const length = [...text].length
    return length <= most
      ? text.trim()
      : reading.fault(node.at, () => `${label} has ${length} characters; the limit is ${most}`)
  })

/** The shape of a text or of a list of strings, as they are written. */
const written: Shape<string> = {
  type: "a string or a list of strings",
  schema: {},
  beneath: [],
  read: (entry, reading) => {
    const words = entry.node.kind === "list" ? entry.node.items.map(plainText) : [plainText(entry.node)]
    return words.every((word) => word !== undefined) ? words.join(" ") : reportWrongType(written.type, entry, reading)
  }
}

/** The shape of a skill's tools: a list, or names separated by spaces. */
const selectorList: Shape<ReadonlyArray<string>> = {
  type: "a list of tools",
  schema: {},
  beneath: [],
  read: (entry, reading) => {
    const { node, label } = entry
    if (node.kind === "scalar" && typeof node.value === "string")
      return selectorsIn(node.value, label, node.at, reading)
    if (node.kind !== "list") return reportWrongType(selectorList.type, entry, reading, { none: "[]" })
    const read = node.items.map((item) => selectorOf(plainText(item) ?? "", label, item.at, reading))
    return read.every((one) => one !== undefined) ? read : undefined
  }
}

const selectorsIn = (
  text: string,
  label: string,
  at: number,
  reading: FileReading
): ReadonlyArray<string> | undefined => {
  const read = text.split(/\s+/).flatMap((word) => (word === "" ? [] : [selectorOf(word, label, at, reading)]))
  return read.every((one) => one !== undefined) ? read : undefined
}

// Ignoring a word would restrict less than intended, and truncating a pattern more.
const selectorOf = (text: string, label: string, at: number, reading: FileReading): string | undefined =>
  selectorPattern.test(text)
    ? text
    : reading.fault(at, () => `${quoted(text)} in ${label} is not a tool: write ${adviseSelector(text)}`)

/** The shape of a version: a text, or a number as written. */
const version: Shape<string> = {
  type: "a version",
  schema: {},
  beneath: [],
  read: (entry, reading) => {
    const text = plainText(entry.node)
    return text === undefined ? reportWrongType(version.type, entry, reading) : versionIn(text, entry.node.at, reading)
  }
}

const versionIn = (text: string, at: number, reading: FileReading): string | undefined =>
  /^[\w.+-]{1,64}$/.test(text)
    ? text
    : reading.fault(at, () => `${quoted(text)} is not a version: use 1 to 64 letters, digits, "_", ".", "+" and "-"`)

/** Toolgate's key in "metadata": the tools that the agent may use. */
const ownKey = "toolgate-tools"

/** Whether a key is meant for Toolgate, in any spelling. */
const isOwnKey = (key: string): boolean => /^toolgate/i.test(key) || findNearest(key, [ownKey]) !== undefined

/** Returns the shape of texts by key. Nested values of other clients are ignored with a warning; those of Toolgate are an error. */
const metadataOf = (warn: Warn): Shape<ReadonlyMap<string, string>> => ({
  type: "a map of strings",
  schema: { type: "object" },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "map") return reportWrongType("a map of strings", entry, reading, { none: "{}" })
    const texts = new Map<string, string>()
    for (const { key, at, value } of node.entries) {
      const text = plainText(value)
      // An unreadable restriction must not be ignored.
      if (key !== ownKey && isOwnKey(key))
        reading.fault(at, () => describeUnknownName("key", key, [ownKey], { where: 'in "metadata"' }))
      else if (text !== undefined) texts.set(key, text)
      else if (key === ownKey) reportWrongType("a string", { at, label: quoted(key), node: value }, reading)
      else warn(at, `${quoted(key)} in "metadata" is not a string (it is ignored)`)
    }
    return texts
  }
})

/** Returns a text, or the source text of another scalar. */
const plainText = (node: YamlNode): string | undefined => {
  if (node.kind !== "scalar" || node.value === null) return undefined
  return typeof node.value === "string" ? node.value : node.plain
}

/** Returns the selectors that both lists allow. `undefined` if that depends on the tools in a group, which only a gate knows. */
const meetSelectors = (
  first: ReadonlyArray<string>,
  second: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  if ([...first, ...second].some((selector) => selector.startsWith("group:"))) return undefined
  const within = (selectors: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
    selectors.filter((selector) => others.some((other) => includesName(other, selector)))
  return [...new Set([...within(first, second), ...within(second, first)])]
}
