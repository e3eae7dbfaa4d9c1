/** A JSON Schema, limited to the keywords of the forms. */
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

/** Finds the union branch for an array or object: by literal members if there are any, otherwise by required members. */
export const findBranch = (branches: ReadonlyArray<Shape>, value: object): Shape | undefined => {
  if (Array.isArray(value)) return branches.find(({ type = "array" }) => type === "array")
  let first: Shape | undefined
  for (const branch of branches) {
    if (!isPossible(branch, value as Readonly<Record<string, unknown>>)) continue
    if (branch.required === undefined || branch.required.every((name) => name in value)) return branch
    first ??= branch
  }
  return first
}

const isPossible = ({ type = "object", properties }: Shape, value: Readonly<Record<string, unknown>>): boolean => {
  if (type !== "object") return false
  for (const name in properties) {
    const { const: literal, not } = properties[name] as Shape
    if (literal !== undefined ? literal !== value[name] : not?.enum?.includes(value[name]) === true) return false
  }
  return true
}
