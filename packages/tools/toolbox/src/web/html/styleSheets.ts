import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"
import { type Declarations, declarationsOf, isTakenAway, isTiny, isUnseen } from "./isHiding.ts"

/**
 * Returns the elements that the styles of a page hide. A later rule that shows an element wins over an earlier one. What fades in by a
 * script is left: pages do that with what they show.
 */
export const hiddenByStyles = (document: HtmlDocument): ReadonlySet<HtmlElement> => {
  const rules = [...rulesIn(document)].map(({ selector, body }) => ({ selector, said: declarationsOf(body) }))
  return new Set(ways.flatMap((way) => [...hiddenBy(way, rules, document)]))
}

interface ReadRule {
  readonly selector: string
  readonly said: Declarations
}

function* hiddenBy(way: Way, rules: ReadonlyArray<ReadRule>, document: HtmlDocument): Generator<HtmlElement> {
  if (!rules.some(({ said }) => way.hides(said))) return
  const [hidden, shown] = [new Set<HtmlElement>(), new Set<HtmlElement>()]
  // Each kind of rule has a number of its own, so that many of the one do not keep the other from being read.
  const left = { hiding: mostRules, showing: mostRules }
  for (const { selector, said } of rules) {
    const kind = way.hides(said) ? "hiding" : "showing"
    if (kind === "showing" && (!way.shows(said) || (hidden.size === 0 && way.isInherited !== true))) continue
    left[kind] -= 1
    if (left[kind] < 0) continue
    const [to, from] = kind === "hiding" ? [hidden, shown] : [shown, hidden]
    for (const element of matching(document, selector)) {
      to.add(element)
      from.delete(element)
    }
  }
  for (const element of hidden) if (way.isInherited !== true || !showsPart(element, shown, way)) yield element
}

/** A way to hide an element, and the declarations by which another rule shows it. */
interface Way {
  readonly hides: (said: Declarations) => boolean
  readonly shows: (said: Declarations) => boolean
  /** Whether a part of the element can be shown all the same. */
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

/** Whether letters have no size at all: pages set what lies around others so, to have no gaps between them. */
const isZero = (said: Declarations): boolean => Number.parseFloat(said.get("font-size") ?? "") === 0

/** Whether a part of an element is shown by a rule of its own. */
const showsPart = (element: HtmlElement, shown: ReadonlySet<HtmlElement>, { shows }: Way): boolean => {
  for (const part of element.querySelectorAll("*"))
    if (shown.has(part) || shows(declarationsOf(part.getAttribute("style") ?? ""))) return true
  return false
}

function* rulesIn(document: HtmlDocument): Generator<Rule> {
  for (const style of document.querySelectorAll("style")) yield* rulesOf(style.textContent ?? "")
}

const mostRules = 500

interface Rule {
  readonly selector: string
  readonly body: string
}

/** Returns the rules of a style sheet that hold for a screen of any size. */
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

/** Returns the braces of a style sheet, each with the text before it. What follows the last one is no rule. */
function* partsOf(sheet: string): Generator<{ readonly before: string; readonly sign: string }> {
  let from = 0
  for (const { 0: sign, index } of sheet.matchAll(/[{}]/g)) {
    yield { before: sheet.slice(from, index), sign }
    from = index + 1
  }
}

/** Returns the elements of a selector. One that holds for a part or a state of an element hides nothing by itself. */
const matching = (document: HtmlDocument, selector: string): Iterable<HtmlElement> => {
  const lasting = selector
    .split(",")
    .filter((one) => !/::|:(?:before|after|hover|focus|active|checked|target|first-l)/i.test(one))
    .join()
  try {
    return lasting.trim() === "" ? [] : document.querySelectorAll(lasting)
  } catch {
    return []
  }
}
