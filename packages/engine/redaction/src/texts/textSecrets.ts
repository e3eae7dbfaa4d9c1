import { findSecretsInCommands } from "@toolgate/shell"
import { findTokens, tokenTable } from "../forms/findTokens.ts"
import { isPlaceholder } from "../forms/isPlaceholder.ts"
import { keyLines } from "../forms/keyLines.ts"
import { looksRandom } from "../forms/looksRandom.ts"
import { numbersOfPeople } from "../forms/people.ts"
import { seedPhrases } from "../forms/seedPhrases.ts"
import { shortestToken } from "../forms/TokenTable.ts"
import { assignedSecrets } from "./assignments.ts"
import { keyPairs, unnumbered } from "./byteLists.ts"
import { encodedTexts, shortestEncoded } from "./encodedTexts.ts"
import { folded, uncolored, unescaped, unescapedUrl } from "./encodings.ts"
import { bearerPattern, introducedPattern, introduces, introducing, separator } from "./introducedPattern.ts"
// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { jsonSecrets } from "./jsonSecrets.ts"
import { manifestSecrets } from "./manifestSecrets.ts"
import { matches, matchesNear } from "./matches.ts"
import { type Outline, outlineOf } from "./outline.ts"
import { foreignProsePattern, namesSecret, naming, prosePattern } from "./prosePattern.ts"
import { rearrangedSecrets } from "./rearranged.ts"
import { apart, type Span } from "./Span.ts"
import { settingSecrets } from "./settingSecrets.ts"
import { splitTokens } from "./splitTokens.ts"
import { tableSecrets } from "./tableSecrets.ts"
import { unspaced } from "./unspaced.ts"
import { holdsAddress, urlPattern } from "./urlPattern.ts"
import type { View } from "./View.ts"

/** The budget for searching nested texts, counted down during the search. */
export interface SearchBudget {
  /** The nesting levels left. */
  levels: number
  /** The characters left, over all searched texts. */
  characters: number
}

/** Returns the budget for a text and everything inside it. */
export const budgetOf = (text: string): SearchBudget => ({ levels: 4, characters: 65_536 + text.length })

/** The minimum length of a searched text. */
const shortest = 5

/** Returns the secrets in a text, sorted and without overlaps. */
export const textSecrets = (text: string, budget: SearchBudget = budgetOf(text)): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  budget.characters -= text.length
  if (text.length < shortest) return found
  const outline = outlineOf(text)
  if (text.length >= shortestToken) findTokens(text, found)
  if (outline.hasKeyLine || text.includes("-----END")) keyLines(text, found)
  if (outline.hasJoint) splitTokens(text, found)
  if (outline.hasForty)
    for (const { 0: word, index } of text.matchAll(fortyLetters))
      if (looksRandom(word)) found.push({ from: index, to: index + word.length })
  seedPhrases(text, found)
  numbersOfPeople(text, outline, found)
  if (holdsSeparator(text, outline)) {
    const isIntroduced = introduces(text)
    const isNamed = namesSecret(text)
    if (isIntroduced) {
      matchesNear(introducing, introducedPattern, text, found)
      matches(bearerPattern, text, found)
    }
    if (isNamed) {
      matchesNear(naming, prosePattern, text, found)
      if (outline.hasForeign) matches(foreignProsePattern, text, found)
      tableSecrets(text, found)
    }
    if (isIntroduced || isNamed) settingSecrets(text, found)
    if (holdsAddress(text)) matches(urlPattern, text, found)
    if (outline.hasAssignment) assignedSecrets(text, found)
    found.push(...findSecretsInCommands(text))
    manifestSecrets(text, found)
  }
  if (budget.levels > 0) within(text, outline, budget, found)
  if (found.length === 0) return found
  const spans = apart(found)
  return spans.some(({ from, to }) => isPlaceholder(text.slice(from, to)))
    ? spans.filter(({ from, to }) => !isPlaceholder(text.slice(from, to)))
    : spans
}

/**
 * The form of an AWS secret access key, which has no other mark. Source:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html
 */
const fortyLetters = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g

const holdsSeparator = (text: string, { hasSeparator, hasForeign }: Outline): boolean =>
  hasSeparator || (hasForeign && separator.test(text))

const within = (
  text: string,
  { longestWord, longestRun, digits, singles, numbers, hasBracket, hasEscape, hasForeign }: Outline,
  budget: SearchBudget,
  found: Array<Span>
): void => {
  budget.levels--
  if (hasBracket) jsonSecrets(text, budget, found)
  if (hasForeign) through(folded(text), budget, found)
  if (hasEscape) {
    through(unescapedUrl(text), budget, found)
    through(unescaped(text), budget, found)
    through(uncolored(text), budget, found)
  }
  if (longestRun >= shortestEncoded)
    for (const { from, to, text: inner, isWhole } of encodedTexts(text)) {
      if (budget.characters <= 0) break
      if (isWhole ? isSecretWithin(inner, budget) : textSecrets(inner, budget).length > 0) found.push({ from, to })
    }
  // Rearranged text is not decoded further: encoded text is rarely rearranged too.
  const { levels } = budget
  budget.levels = 0
  if (longestWord >= shortestToken && digits > 0) rearrangedSecrets(text, found)
  if (numbers >= fewestNumbers) {
    through(unnumbered(text), budget, found)
    if (hasBracket) keyPairs(text, found)
  }
  if (singles >= fewestSingles) through(unspaced(text), budget, found)
  budget.levels = levels + 1
}

/** The minimum number of letters shown with blanks between them. */
const fewestSingles = 10

/** The minimum length of a list of bytes. */
const fewestNumbers = 6

const through = (view: View | undefined, budget: SearchBudget, found: Array<Span>): void => {
  if (view === undefined || budget.characters <= 0) return
  for (const { from, to } of textSecrets(view.text, budget)) found.push({ from: view.from(from), to: view.to(to) })
}

/** Whether a decoded text contains a secret, or is a name and password such as the value of `Authorization: Basic`. */
const isSecretWithin = (text: string, budget: SearchBudget): boolean =>
  /^[\w.@+-]{1,64}:[\x21-\x7e]{4,128}$/.test(text) ||
  // An excerpt may begin one or two characters before the token.
  [1, 2].some((at) => tokenTable().tokenAt(text, at) !== undefined) ||
  textSecrets(text, budget).length > 0
