import { impossible } from "@toolgate/toolbox-base/jobs"
import { compile } from "css-select"
import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"

/** The most steps, as looking at a parent or a name, that the selectors of one page take. */
const mostSteps = 10_000_000

/** A node as the selectors see it. The types of browsers are no part of this program. */
interface HtmlNode extends HtmlElement {
  readonly nodeType: number
  readonly localName: string
  readonly childNodes: Iterable<HtmlNode>
  readonly parentNode: HtmlNode | null
  readonly hasAttribute: (name: string) => boolean
}

// Browsers know no selector that searches the text of an element. To search it takes time that no count of steps covers.
const pseudos = { contains: ":-unknown", icontains: ":-unknown" }

/**
 * Finds the elements of a document that selectors match. A stranger writes the selectors, and the steps of a selector multiply with each
 * of its combinators. So the steps are counted, and a page that needs too many of them is refused.
 */
export class SelectorMatcher {
  private readonly elements: ReadonlyArray<HtmlNode>
  private readonly children = new Map<HtmlNode, ReadonlyArray<HtmlNode>>()
  private steps = 0

  constructor(document: HtmlDocument) {
    this.elements = [...document.querySelectorAll("*")] as unknown as ReadonlyArray<HtmlNode>
  }

  /** Returns the elements that a selector matches: none if it cannot be read. */
  matching(selector: string): ReadonlyArray<HtmlElement> {
    let matches: (element: HtmlNode) => boolean
    try {
      matches = compile<HtmlNode, HtmlNode>(selector, { adapter: this.adapter, cacheResults: false, pseudos })
    } catch {
      return []
    }
    return this.elements.filter((element) => {
      this.count()
      return matches(element)
    })
  }

  private count(): void {
    this.steps += 1
    if (this.steps > mostSteps)
      throw impossible("The style sheets of the page are too complex to tell what they hide, so the page is not read.")
  }

  private childrenOf(node: HtmlNode): Array<HtmlNode> {
    this.count()
    let children = this.children.get(node)
    if (children === undefined) {
      children = [...node.childNodes]
      this.children.set(node, children)
    }
    return children as Array<HtmlNode>
  }

  private isElement(node: HtmlNode): boolean {
    this.count()
    return node.nodeType === 1
  }

  private some(test: (element: HtmlNode) => boolean, nodes: ReadonlyArray<HtmlNode>): boolean {
    return nodes.some((node) => this.isElement(node) && (test(node) || this.some(test, this.childrenOf(node))))
  }

  private every(test: (element: HtmlNode) => boolean, nodes: ReadonlyArray<HtmlNode>): Array<HtmlNode> {
    return nodes.flatMap((node) =>
      this.isElement(node) ? [...(test(node) ? [node] : []), ...this.every(test, this.childrenOf(node))] : []
    )
  }

  private readonly adapter = {
    isTag: (node: HtmlNode): node is HtmlNode => this.isElement(node),
    existsOne: (test: (element: HtmlNode) => boolean, nodes: Array<HtmlNode>) => this.some(test, nodes),
    findAll: (test: (element: HtmlNode) => boolean, nodes: Array<HtmlNode>) => this.every(test, nodes),
    findOne: (test: (element: HtmlNode) => boolean, nodes: Array<HtmlNode>) => this.every(test, nodes)[0] ?? null,
    getAttributeValue: (element: HtmlNode, name: string) => {
      this.count()
      return element.getAttribute(name) ?? undefined
    },
    hasAttrib: (element: HtmlNode, name: string) => {
      this.count()
      return element.hasAttribute(name)
    },
    getChildren: (node: HtmlNode) => this.childrenOf(node),
    getSiblings: (node: HtmlNode) => (node.parentNode === null ? [node] : this.childrenOf(node.parentNode)),
    getName: (element: HtmlNode) => {
      this.count()
      return element.localName.toLowerCase()
    },
    getParent: (node: HtmlNode) => {
      this.count()
      return node.parentNode?.nodeType === 1 ? node.parentNode : null
    },
    getText: (node: HtmlNode) => {
      this.count()
      return node.textContent ?? ""
    },
    removeSubsets: (nodes: Array<HtmlNode>) => nodes
  }
}
