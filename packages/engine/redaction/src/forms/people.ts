import type { Outline } from "../texts/outline.ts"
import type { Span } from "../texts/Span.ts"

/**
 * Adds payment card and bank account numbers, recognised by their check digits, and social security numbers, recognised
 * by their form.
 */
export const findPersonalNumbers = (text: string, { digits, capitals }: Outline, found: Array<Span>): void => {
  if (digits >= cardDigits)
    for (const { 0: number, index } of text.matchAll(card))
      if (isCard(number)) found.push({ from: index, to: index + number.length })
  if (digits >= socialSecurityDigits)
    for (const { 0: number, index } of text.matchAll(socialSecurity))
      found.push({ from: index, to: index + number.length })
  if (digits < 2 || capitals < 2 || digits + capitals < shortestAccount) return
  for (const { 0: number, index } of text.matchAll(account)) {
    const length = accountLength(number)
    if (length > 0) found.push({ from: index, to: index + length })
  }
}

/**
 * The form of card numbers. Source: ISO/IEC 7812-1; the ranges of Visa, Mastercard, American Express, Discover, Diners
 * Club, JCB and UnionPay.
 */
const card =
  /(?<![\w.+-])(?:(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6(?:011|4[4-9]\d|5\d{2})|35[2-8]\d|62\d{2})([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3[47]\d{2}([ -]?)\d{6}\2\d{5}|3(?:0[0-5]|[68]\d)\d([ -]?)\d{6}\3\d{4})(?![\w-])/g

const cardDigits = 14

const isCard = (number: string): boolean => {
  const digits = [...number.replaceAll(/\D/g, "")].reverse().map(Number)
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}

/** The form of social security numbers in the United States. Source: https://www.ssa.gov/employer/randomization.html */
const socialSecurity = /(?<![\w.-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g

const socialSecurityDigits = 9

/** The form of an IBAN. Source: ISO 13616-1. */
const account = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Za-z0-9])/g

const shortestAccount = 15

/**
 * Returns the length of the account number at the beginning of a text, or 0. Words in capitals after the number are
 * removed one by one.
 */
const accountLength = (text: string): number => {
  for (let length = text.length; length >= shortestAccount; length = text.lastIndexOf(" ", length - 1)) {
    const number = text.slice(0, length).replaceAll(" ", "")
    if (number.length >= shortestAccount && number.length <= 34 && remainder(number) === 1) return length
  }
  return 0
}

const remainder = (number: string): number => {
  let rest = 0
  for (const char of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
