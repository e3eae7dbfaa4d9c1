import { describeUnknownName, quoted, type SideEffectClass, sideEffectClasses } from "@toolgate/core"
import { type NameShape, type Shape, textOf } from "@toolgate/yaml-reading"

const toolPattern = /^[A-Za-z0-9_.-]{1,128}$/

const toolFault = (name: string): string | undefined => {
  if (toolPattern.test(name)) return undefined
  const why =
    name.endsWith("*") || name.startsWith("group:")
      ? "list each tool by its name"
      : 'use 1 to 128 letters, digits, "_", "." and "-"'
  return `${quoted(name)} is not the name of a tool: ${why}`
}

/** The shape of a tool's name or alias. The tool need not be registered. */
export const toolName: Shape<string> = textOf(
  "the name of a tool",
  (text, { node }, reading) => {
    const fault = toolFault(text)
    return fault === undefined ? text : reading.fault(node.at, () => fault)
  },
  { pattern: toolPattern.source }
)

/** The key shape of a map by tool. */
export const toolNames: NameShape<string> = {
  step: "TOOL",
  schema: { pattern: toolPattern.source },
  read: (name, at, reading) => {
    const fault = toolFault(name)
    return fault === undefined ? name : reading.fault(at, () => fault)
  }
}

/** The key shape of a map by group. */
export const groupNames: NameShape<string> = {
  step: "GROUP",
  schema: { pattern: toolPattern.source },
  read: (name, at, reading) => {
    if (name.startsWith("group:")) return reading.fault(at, () => `write the group ${quoted(name)} without "group:"`)
    if (toolPattern.test(name)) return name
    return reading.fault(
      at,
      () => `${quoted(name)} is not a valid name for a group: use letters, digits, "_", "." and "-"`
    )
  }
}

/** Returns the shape of a name chosen by the app: of a role, a task, an agent or a session. */
export const freeName = (what: string): Shape<string> =>
  textOf(
    `the name of ${what}`,
    (text, { node }, reading) => (isFreeName(text) ? text : reading.fault(node.at, () => badName(what, text))),
    freeNameSchema
  )

/** Returns the key shape of a map whose keys the app chooses. */
export const freeNames = (step: string, what: string): NameShape<string> => ({
  step,
  schema: freeNameSchema,
  read: (name, at, reading) => (isFreeName(name) ? name : reading.fault(at, () => badName(what, name)))
})

// A schema counts characters, and this code counts UTF-16 units. A text has at least as many units as characters.
const freeNameSchema = { minLength: 1, maxLength: 256 }

const isFreeName = (name: string) => name !== "" && name.length <= 256 && !/[\p{Cc}\p{Cs}]/u.test(name)

const badName = (what: string, name: string) =>
  `${quoted(name)} is not a valid name for ${what}: use 1 to 256 characters, without control characters`

/** Returns the key shape of a map with a fixed list of keys. */
export const namesOf = <A extends string>(step: string, kind: string, names: ReadonlyArray<A>): NameShape<A> => ({
  step,
  schema: { enum: names },
  read: (name, at, reading) =>
    names.find((each) => each === name) ?? reading.fault(at, () => describeUnknownName(kind, name, names))
})

/** The key shape of a map by side-effect class. */
export const classNames: NameShape<SideEffectClass> = namesOf("CLASS", "side-effect class", sideEffectClasses)
