import { quoted } from "@toolgate/core"
import { parsePointer } from "@toolgate/core/json"
import type { YamlNode } from "@toolgate/yaml-reading"
import { itemsOf, memberOf, textIn } from "./nodes.ts"

/** A node of a document that may have been reached by references, with the last of them. */
export interface Followed {
  readonly node: YamlNode
  /** The JSON pointer that led to the node; `undefined` if no reference did. */
  readonly pointer?: string
}

/** A problem of a part of a document, in lower case and without a full stop. */
export interface PartFault {
  readonly at: number
  readonly message: string
}

/** A document whose references can be followed within itself. Nothing else is ever read. */
export class OpenApiDocument {
  readonly root: YamlNode
  readonly isSwagger: boolean
  private faults: Array<PartFault> = []
  private readonly ends = new Map<string, Followed | PartFault>()

  constructor(root: YamlNode) {
    this.root = root
    this.isSwagger = memberOf(root, "swagger") !== undefined
  }

  /** Reports a problem of the part that is being read, and returns `undefined`, in place of a value. */
  fault(at: number, message: string): undefined {
    this.faults.push({ at, message })
    return undefined
  }

  /** Returns the problems that were reported since the last time. */
  takeFaults(): ReadonlyArray<PartFault> {
    const { faults } = this
    this.faults = []
    return faults
  }

  /** Returns the node itself, or the one that its references lead to; `undefined` after reporting why they lead nowhere. */
  follow(node: YamlNode | undefined): Followed | undefined {
    if (node === undefined) return undefined
    const end = this.endOf(node)
    return "message" in end ? this.fault(end.at, end.message) : end
  }

  private endOf(node: YamlNode): Followed | PartFault {
    let followed: Followed = { node }
    const seen = new Set<string>()
    // Where a reference leads is looked up once, because many operations follow the same ones.
    const known = (end: Followed | PartFault) => {
      for (const pointer of seen) this.ends.set(pointer, end)
      return end
    }
    for (;;) {
      const reference = memberOf(followed.node, "$ref")
      const to = textIn(reference)
      if (to === undefined || reference === undefined) return known(followed)
      const fault = (message: string) => known({ at: reference.at, message })
      if (!to.startsWith("#"))
        return fault(`the reference ${quoted(to)} leads out of the document; put what it names into the document`)
      if (seen.has(to)) return fault(`the reference ${quoted(to)} leads back to itself`)
      const end = this.ends.get(to)
      if (end !== undefined) return known(end)
      seen.add(to)
      const target = this.at(to)
      if (target === undefined) return fault(`the reference ${quoted(to)} leads nowhere`)
      followed = { node: target, pointer: to }
    }
  }

  private at(reference: string): YamlNode | undefined {
    let steps: ReadonlyArray<string> | undefined
    try {
      steps = parsePointer(decodeURIComponent(reference.slice(1)))
    } catch {
      return undefined
    }
    let node: YamlNode | undefined = this.root
    for (const step of steps ?? ["nowhere"])
      node = node?.kind === "list" ? itemsOf(node)[Number(step)] : memberOf(node, step)
    return node
  }
}
