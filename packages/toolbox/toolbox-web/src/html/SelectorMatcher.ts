import { impossible } from "@toolgate/toolbox-base/jobs"
import { compile } from "css-select"
import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"

/** The limit for steps of all selectors of one page. Looking at a parent or a name is one step. */
const mostSteps = 10_000_000

/** A node for the selector library. The DOM types are not available. */
interface HtmlNode extends HtmlElement {
  readonly nodeType: number
  readonly localName: string
  readonly childNodes: Iterable<HtmlNode>
  readonly parentNode: HtmlNode | null
  readonly hasAttribute: (name: string) => boolean
}

// Disables selectors by text. Browsers do not have them, and the step limit does not cover their time.
const pseudos = { contains: ":-unknown", icontains: ":-unknown" }

/**
 * Finds elements by untrusted selectors. The steps of a selector multiply with each combinator, so steps are counted
 * and a page that needs too many is refused.
 */
export class SelectorMatcher {
  private readonly elements: ReadonlyArray<HtmlNode>
  private readonly children = new Map<HtmlNode, ReadonlyArray<HtmlNode>>()
  private steps = 0

  constructor(document: HtmlDocument) {
    this.elements = [...document.querySelectorAll("*")] as unknown as ReadonlyArray<HtmlNode>
  }

  /** Returns the elements that match a selector. Empty for an invalid selector. */
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
