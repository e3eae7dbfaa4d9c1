/** A schema as JSON Schema, as far as the forms use it. */
export interface Shape {
  readonly $ref?: string
  readonly $defs?: Shapes
  readonly anyOf?: ReadonlyArray<Shape>
  readonly type?: string
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly not?: Shape
  readonly items?: Shape
  readonly properties?: Shapes
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: unknown
}

type Shapes = Readonly<Record<string, Shape>>

/**
 * Returns the branch of a union that an array or an object is meant as: an object by the literal members of the branch, and of
 * branches without any by the members that they require.
 */
export const branchOf = (branches: ReadonlyArray<Shape>, value: object): Shape | undefined => {
  if (Array.isArray(value)) return branches.find(({ type = "array" }) => type === "array")
  const members = value as Readonly<Record<string, unknown>>
  const possible = branches.filter(
    ({ type = "object", properties = {} }) =>
      type === "object" && Object.entries(properties).every(([name, member]) => isPossible(member, members[name]))
  )
  return possible.find(({ required = [] }) => required.every((name) => name in value)) ?? possible[0]
}

const isPossible = ({ const: literal, not }: Shape, value: unknown): boolean =>
  literal === undefined ? not?.enum?.includes(value) !== true : literal === value
