/** The parts of an HTML document that are used here. The DOM types are not available. */
export interface HtmlDocument {
  readonly title: string
  readonly body: HtmlElement | null
  readonly documentElement: HtmlElement
  readonly querySelector: (selector: string) => HtmlElement | null
  readonly querySelectorAll: (selector: string) => Iterable<HtmlElement>
  readonly createTreeWalker: (root: HtmlDocument, show: number) => CommentWalker
}

export interface HtmlElement {
  readonly className: string
  readonly innerHTML: string
  readonly outerHTML: string
  readonly textContent: string | null
  readonly parentElement: HtmlElement | null
  readonly firstElementChild: HtmlElement | null
  readonly nextElementSibling: HtmlElement | null
  readonly getAttribute: (name: string) => string | null
  readonly setAttribute: (name: string, value: string) => void
  readonly removeAttribute: (name: string) => void
  readonly querySelector: (selector: string) => HtmlElement | null
  readonly querySelectorAll: (selector: string) => Iterable<HtmlElement>
  readonly remove: () => void
}

interface CommentWalker {
  readonly currentNode: Pick<HtmlElement, "remove">
  readonly nextNode: () => unknown
}
