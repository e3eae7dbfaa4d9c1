import { impossible } from "@toolgate/toolbox-base/jobs"
import type { HtmlDocument, HtmlElement } from "./HtmlDocument.ts"

const mostLevels = 150

export const createDepthError = () =>
  impossible(`The page nests its elements in more than ${mostLevels} levels, and is not read.`)

/** Refuses a document that is nested too deeply, because nested scans take quadratic or cubic time. */
export const checkDepth = ({ documentElement }: HtmlDocument): void => {
  let level = 1
  for (let at: HtmlElement | null = documentElement; at !== null; ) {
    if (level > mostLevels) throw createDepthError()
    const below: HtmlElement | null = at.firstElementChild
    if (below !== null) {
      at = below
      level += 1
      continue
    }
    while (at !== null && at.nextElementSibling === null) {
      at = at.parentElement
      level -= 1
    }
    at = at?.nextElementSibling ?? null
  }
}
