import { quoted } from "@toolgate/core"
import { parsePointer } from "@toolgate/core/json"
import type { YamlNode } from "@toolgate/yaml-reading"
import { itemsOf, memberOf, textIn } from "./nodes.ts"

/** A node of a document, with the last reference that led to it. */
export interface Followed {
  readonly node: YamlNode
  /** The JSON pointer of the reference. `undefined` if there was none. */
  readonly pointer?: string
}

/** A problem in a document, in lower case without full stop. */
export interface PartFault {
  readonly at: number
  readonly message: string
}

/** A document whose internal references can be resolved. Nothing outside it is read. */
export class OpenApiDocument {
  readonly root: YamlNode
  readonly isSwagger: boolean
  private faults: Array<PartFault> = []
  private readonly ends = new Map<string, Followed | PartFault>()

  constructor(root: YamlNode) {
    this.root = root
    this.isSwagger = memberOf(root, "swagger") !== undefined
  }

  /** Reports a problem of the current part and returns `undefined`. */
  fault(at: number, message: string): undefined {
    this.faults.push({ at, message })
    return undefined
  }

  /** Returns the problems reported since the last call. */
  takeFaults(): ReadonlyArray<PartFault> {
    const { faults } = this
    this.faults = []
    return faults
  }

  /** Resolves references. Reports a problem and returns `undefined` for one that leads nowhere. */
  follow(node: YamlNode | undefined): Followed | undefined {
    if (node === undefined) return undefined
    const end = this.endOf(node)
    return "message" in end ? this.fault(end.at, end.message) : end
  }

  private endOf(node: YamlNode): Followed | PartFault {
    let followed: Followed = { node }
    const seen = new Set<string>()
    // Cached, because many operations follow the same references.
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
