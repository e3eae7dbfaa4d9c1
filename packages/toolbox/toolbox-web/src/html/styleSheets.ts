import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"
import { type Declarations, isTakenAway, isTiny, isUnseen, parseDeclarations } from "./isHiding.ts"
import { SelectorMatcher } from "./SelectorMatcher.ts"

/**
 * Returns the elements that the page's styles hide. A later rule that shows an element wins. Elements that a script
 * fades in count as visible.
 */
export const findHiddenByStyles = (document: HtmlDocument): ReadonlySet<HtmlElement> => {
  const rules = [...rulesIn(document)].map(({ selector, body }) => ({ selector, said: parseDeclarations(body) }))
  if (rules.length === 0) return new Set()
  const matcher = new SelectorMatcher(document)
  return new Set(ways.flatMap((way) => [...hiddenBy(way, rules, document, matcher)]))
}

interface ReadRule {
  readonly selector: string
  readonly said: Declarations
}

function* hiddenBy(
  way: Way,
  rules: ReadonlyArray<ReadRule>,
  document: HtmlDocument,
  matcher: SelectorMatcher
): Generator<HtmlElement> {
  if (!rules.some(({ said }) => way.hides(said))) return
  const [hidden, shown] = [new Set<HtmlElement>(), new Set<HtmlElement>()]
  // Separate limits, so that many rules of one kind do not stop the others from being read.
  const left = { hiding: mostRules, showing: mostRules }
  for (const { selector, said } of rules) {
    const kind = way.hides(said) ? "hiding" : "showing"
    if (kind === "showing" && (!way.shows(said) || (hidden.size === 0 && way.isInherited !== true))) continue
    left[kind] -= 1
    if (left[kind] < 0) continue
    const [to, from] = kind === "hiding" ? [hidden, shown] : [shown, hidden]
    for (const element of matcher.matching(lastingIn(selector))) {
      to.add(element)
      from.delete(element)
    }
  }
  const partly = way.isInherited === true && hidden.size > 0 ? withShownPart(document, shown, way) : undefined
  for (const element of hidden) if (partly?.has(element) !== true) yield element
}

/** A way to hide an element, and the declarations that undo it. */
interface Way {
  readonly hides: (said: Declarations) => boolean
  readonly shows: (said: Declarations) => boolean
  /** Whether a part of the element can still be shown. */
  readonly isInherited?: boolean
}

const ways: ReadonlyArray<Way> = [
  { hides: isTakenAway, shows: (said) => said.has("display") },
  { hides: (said) => isTiny(said) && !isZero(said), shows: (said) => said.has("font-size"), isInherited: true },
  {
    hides: isUnseen,
    shows: (said) =>
      ["color", "-webkit-text-fill-color", "background", "background-color"].some((one) => said.has(one)),
    isInherited: true
  }
]

/** Whether the font size is zero, which pages use around other elements to avoid gaps. */
const isZero = (said: Declarations): boolean => Number.parseFloat(said.get("font-size") ?? "") === 0

/** Returns the elements of which another rule shows a part. */
const withShownPart = (
  document: HtmlDocument,
  shown: ReadonlySet<HtmlElement>,
  { shows }: Way
): ReadonlySet<HtmlElement> => {
  const above = new Set<HtmlElement>()
  const add = (part: HtmlElement): void => {
    for (let at = part.parentElement; at !== null && !above.has(at); at = at.parentElement) above.add(at)
  }
  for (const part of shown) add(part)
  for (const part of document.querySelectorAll("[style]"))
    if (shows(parseDeclarations(part.getAttribute("style") ?? ""))) add(part)
  return above
}

function* rulesIn(document: HtmlDocument): Generator<Rule> {
  for (const style of document.querySelectorAll("style")) yield* rulesOf(style.textContent ?? "")
}

const mostRules = 500

interface Rule {
  readonly selector: string
  readonly body: string
}

/** Yields the rules of a style sheet that apply to screens of any size. */
function* rulesOf(sheet: string): Generator<Rule> {
  const groups: Array<boolean> = []
  let selector = ""
  let isUsed = true
  for (const { before, sign } of partsOf(sheet.replaceAll(/\/\*.*?(?:\*\/|$)/gs, ""))) {
    if (sign === "}") {
      if (isUsed && selector !== "") yield { selector, body: before }
      selector = ""
      isUsed = groups.pop() ?? true
      continue
    }
    const head = before.slice(before.lastIndexOf(";") + 1).trim()
    groups.push(isUsed)
    const isGroup = head.startsWith("@")
    isUsed &&= !isGroup || /^@(?:media\s+(?:all|screen)$|supports|layer)/i.test(head)
    selector = isGroup ? "" : head
  }
}

/** Yields the braces of a style sheet with the text before each. Text after the last brace is not a rule. */
function* partsOf(sheet: string): Generator<{ readonly before: string; readonly sign: string }> {
  let from = 0
  for (const { 0: sign, index } of sheet.matchAll(/[{}]/g)) {
    yield { before: sheet.slice(from, index), sign }
    from = index + 1
  }
}

/** Returns a selector without pseudo-elements and states, which do not hide the element itself. */
const lastingIn = (selector: string): string =>
  selector
    .split(",")
    .filter((one) => !/::|:(?:before|after|hover|focus|active|checked|target|first-l)/i.test(one))
    .join()
