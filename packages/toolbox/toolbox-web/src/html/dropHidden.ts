import { checkDepth } from "./checkDepth.ts"
import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"
import { isHiding } from "./isHiding.ts"
import { findHiddenByStyles } from "./styleSheets.ts"

/** Removes what a reader of the page does not see, judged by the elements and the page's own styles. */
export const dropHidden = (document: HtmlDocument): void => {
  checkDepth(document)
  const roots: ReadonlyArray<unknown> = [document.documentElement, document.body]
  // Keeps the root and the body: some pages hide them until a script has run.
  const drop = (element: HtmlElement): void => {
    if (!roots.includes(element)) element.remove()
  }
  for (const element of findHiddenByStyles(document)) drop(element)
  for (const element of document.querySelectorAll(neverShown)) drop(element)
  for (const element of document.querySelectorAll("[style]")) {
    if (isHiding(element.getAttribute("style") ?? "")) drop(element)
    // Each later parser of the style would take quadratic time.
    element.removeAttribute("style")
  }
  dropComments(document)
}

// The alternative text of an image is shown only without the image.
const neverShown =
  'img, picture, svg, video, audio, canvas, iframe, object, script, style, noscript, noframes, template, head > meta, body title, [hidden], [popover], [aria-hidden="true"], input[type="hidden"], datalist, dialog:not([open])'

const dropComments = (document: HtmlDocument): void => {
  const walk = document.createTreeWalker(document, 128)
  const comments: Array<Pick<HtmlElement, "remove">> = []
  while (walk.nextNode()) comments.push(walk.currentNode)
  for (const comment of comments) comment.remove()
}
