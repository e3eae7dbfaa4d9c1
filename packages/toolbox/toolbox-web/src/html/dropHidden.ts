import { checkDepth } from "./checkDepth.ts"
import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"
import { isHiding } from "./isHiding.ts"
import { hiddenByStyles } from "./styleSheets.ts"

/** Removes from a document what a reader of the page does not see, as far as the elements and the page's own styles say so. */
export const dropHidden = (document: HtmlDocument): void => {
  checkDepth(document)
  const roots: ReadonlyArray<unknown> = [document.documentElement, document.body]
  // Pages hide the whole of themselves until a script has run, and are read all the same.
  const drop = (element: HtmlElement): void => {
    if (!roots.includes(element)) element.remove()
  }
  for (const element of hiddenByStyles(document)) drop(element)
  for (const element of document.querySelectorAll(neverShown)) drop(element)
  for (const element of document.querySelectorAll("[style]")) {
    if (isHiding(element.getAttribute("style") ?? "")) drop(element)
    // Each later reader of the document would parse it again, in a way that takes quadratic time.
    element.removeAttribute("style")
  }
  dropComments(document)
}

// The texts of an image are shown only where the image is not.
const neverShown =
  'img, picture, svg, video, audio, canvas, iframe, object, script, style, noscript, noframes, template, head > meta, body title, [hidden], [popover], [aria-hidden="true"], input[type="hidden"], datalist, dialog:not([open])'

const dropComments = (document: HtmlDocument): void => {
  const walk = document.createTreeWalker(document, 128)
  const comments: Array<Pick<HtmlElement, "remove">> = []
  while (walk.nextNode()) comments.push(walk.currentNode)
  for (const comment of comments) comment.remove()
}
