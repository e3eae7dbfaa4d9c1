import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"
import { declarationsOf, isTakenAway } from "./isHiding.ts"

/**
 * Returns the elements that the styles of a page take off it. A later rule that shows an element wins over an earlier one. What fades in
 * by a script, or is set in small letters, is left: pages do both with what they show.
 */
export const hiddenByStyles = (document: HtmlDocument): ReadonlySet<HtmlElement> => {
  const hidden = new Set<HtmlElement>()
  let rules = 0
  for (const style of document.querySelectorAll("style"))
    for (const { selector, body } of rulesOf(style.textContent ?? "")) {
      const said = declarationsOf(body)
      const hides = isTakenAway(said)
      if (!hides && (hidden.size === 0 || !said.has("display"))) continue
      rules += 1
      if (rules > mostRules) return hidden
      for (const element of matching(document, selector))
        if (hides) hidden.add(element)
        else hidden.delete(element)
    }
  return hidden
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
  for (const [, before = "", sign] of sheet.replaceAll(/\/\*.*?(?:\*\/|$)/gs, "").matchAll(/([^{}]*)([{}])/g)) {
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
