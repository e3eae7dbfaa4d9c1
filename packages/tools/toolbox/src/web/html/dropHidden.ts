import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"

/** Removes from a document what a reader of the page does not see, as far as the elements themselves say so. */
export const dropHidden = (document: HtmlDocument): void => {
  for (const element of document.querySelectorAll(neverShown)) element.remove()
  for (const element of document.querySelectorAll("[style]"))
    if (isHiding(element.getAttribute("style") ?? "")) element.remove()
  dropComments(document)
}

// The texts of an image are shown only where the image is not.
const neverShown =
  'img, picture, svg, video, audio, canvas, iframe, object, script, style, noscript, template, head > meta, [hidden], [aria-hidden="true"], input[type="hidden"], datalist, dialog:not([open])'

const isHiding = (style: string): boolean => {
  const said = style
    .toLowerCase()
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s+|!important/g, "")
  return hiding.some((pattern) => pattern.test(said))
}

const hiding: ReadonlyArray<RegExp> = [
  /(?:^|;)display:none/,
  /(?:^|;)visibility:(?:hidden|collapse)/,
  /(?:^|;)content-visibility:hidden/,
  /(?:^|;)opacity:0*(?:\.0*)?%?(?:;|$)/,
  /(?:^|;)font(?:-size)?:0*(?:\.0+)?(?:px|em|rem|pt|%)?(?:;|$|\/)/,
  /(?:^|;)(?:max-)?(?:height|width):0(?:px|em|rem|%)?(?:;|$)/,
  /(?:^|;)(?:left|right|top|bottom|text-indent|margin(?:-left|-top)?):-\d{3,}/,
  /(?:^|;)clip(?:-path)?:(?:rect\(0|rect\(1px|inset\((?:50|100)%|circle\(0)/,
  /(?:^|;)transform:(?:[^;]*\))?scale\(0[),]/,
  /(?:^|;)color:(?:transparent|rgba\([^)]*,0\))/
]

const dropComments = (document: HtmlDocument): void => {
  const walk = document.createTreeWalker(document, 128)
  const comments: Array<Pick<HtmlElement, "remove">> = []
  while (walk.nextNode()) comments.push(walk.currentNode)
  for (const comment of comments) comment.remove()
}
