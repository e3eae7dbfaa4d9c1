import { findSecretsInCommands } from "@toolgate/shell"
import { findKeyLines } from "../forms/findKeyLines.ts"
import { findSeedPhrases } from "../forms/findSeedPhrases.ts"
import { findTokens, getTokenTable } from "../forms/findTokens.ts"
import { isPlaceholder } from "../forms/isPlaceholder.ts"
import { looksRandom } from "../forms/looksRandom.ts"
import { findPersonalNumbers } from "../forms/people.ts"
import { shortestToken } from "../forms/TokenTable.ts"
import { addMatches, addMatchesNear } from "./addMatches.ts"
import { findAssignedSecrets } from "./assignments.ts"
import { decodeByteLists, findKeyPairs } from "./byteLists.ts"
import { decodeEscapes, decodeUrls, foldLetters, removeColors } from "./encodings.ts"
import { findEncodedTexts, shortestEncoded } from "./findEncodedTexts.ts"
// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { findJsonSecrets } from "./findJsonSecrets.ts"
import { findManifestSecrets } from "./findManifestSecrets.ts"
import { findSettingSecrets } from "./findSettingSecrets.ts"
import { findSplitTokens } from "./findSplitTokens.ts"
import { findTableSecrets } from "./findTableSecrets.ts"
import { bearerPattern, introducedPattern, introduces, introducing, separator } from "./introducedPattern.ts"
import { joinSpacedLetters } from "./joinSpacedLetters.ts"
import { computeOutline, type Outline } from "./outline.ts"
import { foreignProsePattern, namesSecret, naming, prosePattern } from "./prosePattern.ts"
import { findRearrangedSecrets } from "./rearranged.ts"
import { apart, type Span } from "./Span.ts"
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
export const makeBudget = (text: string): SearchBudget => ({ levels: 4, characters: 65_536 + text.length })

/** The minimum length of a searched text. */
const shortest = 5

/** Returns the secrets in a text, sorted and without overlaps. */
export const textSecrets = (text: string, budget: SearchBudget = makeBudget(text)): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  budget.characters -= text.length
  if (text.length < shortest) return found
  const outline = computeOutline(text)
  if (text.length >= shortestToken) findTokens(text, found)
  if (outline.hasKeyLine || text.includes("-----END")) findKeyLines(text, found)
  if (outline.hasJoint) findSplitTokens(text, found)
  if (outline.hasForty)
    for (const { 0: word, index } of text.matchAll(fortyLetters))
      if (looksRandom(word)) found.push({ from: index, to: index + word.length })
  findSeedPhrases(text, found)
  findPersonalNumbers(text, outline, found)
  if (holdsSeparator(text, outline)) {
    const isIntroduced = introduces(text)
    const isNamed = namesSecret(text)
    if (isIntroduced) {
      addMatchesNear(introducing, introducedPattern, text, found)
      addMatches(bearerPattern, text, found)
    }
    if (isNamed) {
      addMatchesNear(naming, prosePattern, text, found)
      if (outline.hasForeign) addMatches(foreignProsePattern, text, found)
      findTableSecrets(text, found)
    }
    if (isIntroduced || isNamed) findSettingSecrets(text, found)
    if (holdsAddress(text)) addMatches(urlPattern, text, found)
    if (outline.hasAssignment) findAssignedSecrets(text, found)
    found.push(...findSecretsInCommands(text))
    findManifestSecrets(text, found)
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
  if (hasBracket) findJsonSecrets(text, budget, found)
  if (hasForeign) through(foldLetters(text), budget, found)
  if (hasEscape) {
    through(decodeUrls(text), budget, found)
    through(decodeEscapes(text), budget, found)
    through(removeColors(text), budget, found)
  }
  if (longestRun >= shortestEncoded)
    for (const { from, to, text: inner, isWhole } of findEncodedTexts(text)) {
      if (budget.characters <= 0) break
      if (isWhole ? isSecretWithin(inner, budget) : textSecrets(inner, budget).length > 0) found.push({ from, to })
    }
  // Rearranged text is not decoded further: encoded text is rarely rearranged too.
  const { levels } = budget
  budget.levels = 0
  if (longestWord >= shortestToken && digits > 0) findRearrangedSecrets(text, found)
  if (numbers >= fewestNumbers) {
    through(decodeByteLists(text), budget, found)
    if (hasBracket) findKeyPairs(text, found)
  }
  if (singles >= fewestSingles) through(joinSpacedLetters(text), budget, found)
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
  [1, 2].some((at) => getTokenTable().tokenAt(text, at) !== undefined) ||
  textSecrets(text, budget).length > 0
