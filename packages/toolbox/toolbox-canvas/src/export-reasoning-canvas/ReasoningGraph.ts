import { type Static, Type } from "typebox"

const oneOf = <const A extends ReadonlyArray<string>>(names: A, description: string) =>
  Type.Optional(Type.Unsafe<A[number]>(Type.String({ enum: [...names], description })))

const id = (description: string) => Type.String({ minLength: 1, maxLength: 64, pattern: "^[^\\p{C}]+$", description })

export const nodeSchema = Type.Object(
  {
    id: id("A name for the node, which edges use and which stays the same from export to export."),
    text: Type.String({ minLength: 1, maxLength: 4000, description: "The thought, in Markdown." }),
    kind: oneOf(
      ["hypothesis", "evidence", "question", "conclusion", "failure", "cause", "fix", "note"],
      "What the node is; decides its color. Default: hypothesis or failure, by graph_type; without it note."
    )
  },
  { additionalProperties: false }
)

export const edgeSchema = Type.Object(
  {
    from: id("The id of a node."),
    to: id("The id of a node."),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "What the arrow says." })),
    kind: oneOf(["supports", "refutes", "leads_to"], "Supports is green, refutes red. Default: leads_to.")
  },
  { additionalProperties: false }
)

/** The schema of a graph's subject. */
export const graphType = oneOf(["hypothesis", "failure"], "A hypothesis runs downwards, a failure from left to right.")

/** A graph to draw. */
export interface ReasoningGraph {
  readonly type: "hypothesis" | "failure" | undefined
  readonly nodes: ReadonlyArray<Static<typeof nodeSchema>>
  readonly edges: ReadonlyArray<Static<typeof edgeSchema>>
}

/** Returns the errors of a graph, each with its position. */
export const findFaults = ({ nodes, edges }: Pick<ReasoningGraph, "nodes" | "edges">): ReadonlyArray<string> => {
  const known = new Map<string, number>()
  const repeated = nodes.flatMap(({ id: one }, i) => {
    const first = known.get(one)
    if (first === undefined) known.set(one, i)
    return first === undefined ? [] : [`/nodes/${i}/id repeats the id of /nodes/${first}.`]
  })
  const loose = edges.flatMap(({ from, to }, i) =>
    Object.entries({ from, to }).flatMap(([end, one]) =>
      known.has(one) ? [] : [`/edges/${i}/${end} is not the id of a node.`]
    )
  )
  return [...repeated, ...loose]
}
