import { secretsInCommands } from "@toolgate/shell"
import { looksRandom } from "../forms/looksRandom.ts"
import { numbersOfPeople } from "../forms/people.ts"
import { seedPhrases } from "../forms/seedPhrases.ts"
import { framed, shortestToken, tokenPattern } from "../forms/tokenPattern.ts"
import { assignedSecrets, assigns } from "./assignments.ts"
import { encodedTexts, folded, shortestEncoded, unescaped, unescapedUrl } from "./encodings.ts"
import { bearerPattern, introducedPattern, introduces, separator } from "./introducedPattern.ts"
// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { jsonSecrets } from "./jsonSecrets.ts"
import { manifestSecrets } from "./manifestSecrets.ts"
import { matches } from "./matches.ts"
import { type Outline, outlineOf } from "./outline.ts"
import { namesSecret, prosePattern } from "./prosePattern.ts"
import { apart, type Span } from "./Span.ts"
import { holdsAddress, urlPattern } from "./urlPattern.ts"
import type { View } from "./View.ts"

/** How far texts are looked into that stand in a text, counted down. */
export interface Depth {
  /** Texts within texts within texts. */
  levels: number
  /** Characters of all that is looked into. */
  characters: number
}

/** What one text is looked into, in all that stands within it. */
export const depthOf = (text: string): Depth => ({ levels: 4, characters: 65_536 + text.length })

/** The shortest text in which anything is looked for. */
const shortest = 5

/** Where the secrets of a text are, in order and apart from each other. */
export const textSecrets = (text: string, depth: Depth = depthOf(text)): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  depth.characters -= text.length
  if (text.length < shortest) return found
  const outline = outlineOf(text)
  if (outline.longestWord >= shortestToken || (outline.capitals > 0 && framed.test(text)))
    matches(tokenPattern, text, found)
  if (outline.longestRun >= 40)
    for (const { 0: word, index } of text.matchAll(fortyLetters))
      if (looksRandom(word)) found.push({ from: index, to: index + word.length })
  seedPhrases(text, found)
  numbersOfPeople(text, outline, found)
  if (holdsSeparator(text, outline)) {
    if (introduces.test(text)) {
      matches(introducedPattern, text, found)
      matches(bearerPattern, text, found)
    }
    if (holdsAddress(text)) matches(urlPattern, text, found)
    if (namesSecret.test(text)) matches(prosePattern, text, found)
    if (assigns.test(text)) assignedSecrets(text, found)
    found.push(...secretsInCommands(text))
    manifestSecrets(text, found)
  }
  if (depth.levels > 0) within(text, outline, depth, found)
  return apart(found)
}

/** The secret of a key of Amazon's, which has no more of a form. Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html */
const fortyLetters = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g

const holdsSeparator = (text: string, { hasSeparator, hasForeign }: Outline): boolean =>
  hasSeparator || (hasForeign && separator.test(text))

const within = (
  text: string,
  { longestRun, hasBracket, hasEscape, hasForeign }: Outline,
  depth: Depth,
  found: Array<Span>
): void => {
  depth.levels--
  if (hasBracket) jsonSecrets(text, depth, found)
  if (hasForeign) through(folded(text), depth, found)
  if (hasEscape) {
    through(unescapedUrl(text), depth, found)
    through(unescaped(text), depth, found)
  }
  if (longestRun >= shortestEncoded)
    for (const { from, to, text: inner } of encodedTexts(text)) {
      if (depth.characters <= 0) break
      if (isSecretWithin(inner, depth)) found.push({ from, to })
    }
  depth.levels++
}

const through = (view: View | undefined, depth: Depth, found: Array<Span>): void => {
  if (view === undefined || depth.characters <= 0) return
  for (const { from, to } of textSecrets(view.text, depth)) found.push({ from: view.from(from), to: view.to(to) })
}

/** Whether a text that was encoded holds a secret, or is a name and a password, as `Authorization: Basic` has them. */
const isSecretWithin = (text: string, depth: Depth): boolean =>
  /^[\w.@+-]{1,64}:[\x21-\x7e]{4,128}$/.test(text) || textSecrets(text, depth).length > 0
