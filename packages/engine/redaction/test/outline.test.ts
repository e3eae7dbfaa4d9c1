import { findFailedRows, runs } from "@toolgate/testing"
import { secretShapes } from "@toolgate/testing/hostile"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findKeyLines } from "../src/forms/findKeyLines.ts"
import { findPersonalNumbers } from "../src/forms/people.ts"
import { addMatches } from "../src/texts/addMatches.ts"
import { findAssignedSecrets } from "../src/texts/assignments.ts"
import { decodeByteLists, findKeyPairs } from "../src/texts/byteLists.ts"
import { decodeEscapes, decodeUrls, foldLetters } from "../src/texts/encodings.ts"
import { findSplitTokens } from "../src/texts/findSplitTokens.ts"
import { bearerPattern, introducedPattern, introduces, separator } from "../src/texts/introducedPattern.ts"
import { joinSpacedLetters } from "../src/texts/joinSpacedLetters.ts"
import { computeOutline } from "../src/texts/outline.ts"
import { foreignProsePattern } from "../src/texts/prosePattern.ts"
import { readLooseJson } from "../src/texts/readLooseJson.ts"
import type { Span } from "../src/texts/Span.ts"
import { holdsAddress, urlPattern } from "../src/texts/urlPattern.ts"

const texts = [
  ...secretShapes.map(({ given }) => (typeof given === "string" ? given : JSON.stringify(given))),
  "CREATE USER a IDENTIFIED BY 'hunter22'",
  "create user a identified with sha by 'hunter22'",
  "echo hunter22 | sudo -S ls",
  "client secret=hunter22",
  "credential: hunter22",
  "printf hunter22 | docker login --password-stdin",
  'printf "%s" hunter22 | gh auth login --with-token',
  "composer config http-basic.example.org ada hunter22",
  "composer config bearer.example.org hunter22",
  "ConvertTo-SecureString hunter22 -AsPlainText",
  "machine db login ada pass\npassword hunter22",
  "db.internal:5432:shop:ada:hunter22",
  "*:6432:*:*:hunter22",
  "db.internal:*:shop:ada:hunter22",
  '{"auth": "aHVudGVyMjI="}',
  "Cookie: a=hunter22",
  "mysql_pwd=hunter22",
  "psk = hunter22",
  "SharedAccessSignature=hunter22",
  "sonar.login=hunter22",
  "geslo: hunter22",
  "Lozinka = hunter22",
  "PAROLA=hunter22",
  "Adgangskode: hunter22",
  "salasana: hunter22",
  "heslo=hunter22",
  "jelszó=hunter22",
  "ŞIFRE=hunter22",
  "Lösenord: hunter22",
  "Kennwort: hunter22",
  "p a s s w o r d = h u n t e r 2 2",
  "104,117,110,116,101,114,50,50",
  "68:75:6e:74:65:72:32:32",
  "0X1F2E3D4C5B6A7988=",
  "68-75-6e-74-65-72-32-32",
  "mot de passe: hunter22",
  "contraseña: hunter22",
  "senha: hunter22",
  "wachtwoord: hunter22",
  "hasło: hunter22",
  "ПАРОЛЬ: hunter22",
  "密码:hunter22",
  "口令:hunter22",
  "パスワード:hunter22",
  "暗証番号:hunter22",
  "비밀번호:hunter22",
  "암호:hunter22",
  "db_pw=hunter22",
  "https://example.org/?x-goog-signature=hunter22&X-Amz-Security-Token=hunter22",
  "https://example.org/a;jsessionid=hunter22?sid=hunter22",
  "BEARER hunter22",
  "Basic aHVudGVyMjI=",
  "DB_PASSWORD=hunter22",
  "?token: hunter22",
  "jdbc:oracle:thin:ada/hunter22@db",
  "4111 1111 1111 1111",
  "078-05-1120",
  "DE89 3704 0044 0532 0130 00",
  "GB82WEST12345698765432",
  "-----BEGIN PRIVATE KEY-----\nAAAA",
  "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nAAAA",
  "ｐａｓｓｗｏｒｄ＝hunter22",
  "password%3Dhunter22",
  "password\\u003dhunter22",
  "password&equals;hunter22",
  "[104, 117, 110, 116, 101, 114, 50, 50]",
  "0x68, 0x75, 0x6e, 0x74, 0x65, 0x72, 0x32, 0x32",
  "0123456789abcdef: 6875 6e74 6572 3232 6875 6e74",
  "01101000 01110101 01101110 01110100 01100101 01110010 00110010 00110010",
  `-${"Ab1".repeat(22).slice(0, 64)}`,
  `key: ${"Ab1".repeat(24).slice(0, 70)}\n`,
  `key ${"Ab1".repeat(14).slice(0, 40)}`
]

/** Texts, parts of texts, and several of them joined. */
const text = fc
  .array(
    fc
      .tuple(
        fc.constantFrom(...texts),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom("", " ", "\n", "=", "@")
      )
      .map(([whole, share, end]) => whole.slice(0, Math.ceil(whole.length * share)) + end),
    { minLength: 1, maxLength: 3 }
  )
  .map((parts) => parts.join(""))

const found = (pattern: RegExp, given: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  addMatches(pattern, given, spans)
  return spans
}

const assigned = (given: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  findAssignedSecrets(given, spans)
  return spans
}

/** The form of a secret access key of Amazon. */
const fortyLetters = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g

describe("a text that its outline excludes from a search", () => {
  const expectSpared = (given: string) => {
    const outline = computeOutline(given)
    if (!introduces(given))
      for (const pattern of [introducedPattern, bearerPattern]) expect(found(pattern, given)).toEqual([])
    if (!outline.hasForeign) expect(found(foreignProsePattern, given)).toEqual([])
    const { singles, numbers, hasJoint, hasForty, hasKeyLine } = outline
    const listed: Array<Span> = []
    if (numbers < 6) findKeyPairs(given, listed)
    if (numbers < 6) expect(decodeByteLists(given)).toBeUndefined()
    if (!hasForty) expect(given.match(fortyLetters)).toBe(null)
    if (!hasKeyLine && !given.includes("-----END")) findKeyLines(given, listed)
    expect(listed).toEqual([])
    if (singles < 10) expect(joinSpacedLetters(given)).toBeUndefined()
    const joined: Array<Span> = []
    if (!hasJoint) findSplitTokens(given, joined)
    expect(joined).toEqual([])
    if (!outline.hasAssignment) expect(assigned(given)).toEqual([])
    if (!holdsAddress(given)) expect(found(urlPattern, given)).toEqual([])
    const [some, all]: [Array<Span>, Array<Span>] = [[], []]
    findPersonalNumbers(given, outline, some)
    findPersonalNumbers(given, { ...outline, digits: 99, capitals: 99 }, all)
    expect(some).toEqual(all)
    if (!outline.hasSeparator && !outline.hasForeign) expect(separator.test(given)).toBe(false)
    if (!outline.hasBracket) expect(readLooseJson(given)).toEqual([])
    if (!outline.hasForeign) expect(foldLetters(given)).toBeUndefined()
    if (!outline.hasEscape) expect([decodeUrls(given), decodeEscapes(given)]).toEqual([undefined, undefined])
  }

  it("contains nothing that the search would find", async () => {
    expect(
      await findFailedRows(
        texts.map((text) => [text, text] as const),
        expectSpared
      )
    ).toEqual({})
  })

  it("contains nothing that the search would find, for texts cut and joined at random", () => {
    fc.assert(fc.property(text, expectSpared), runs(500))
  })
})

describe("an outline", () => {
  it("counts the characters that decide which searches are needed", () => {
    const nothing = {
      hasForty: false,
      hasKeyLine: false,
      singles: 0,
      numbers: 0,
      hasSeparator: false,
      hasAssignment: false,
      hasJoint: false,
      hasBracket: false,
      hasEscape: false,
      hasForeign: false
    }
    expect(computeOutline("")).toEqual({ longestWord: 0, longestRun: 0, digits: 0, capitals: 0, ...nothing })
    expect(computeOutline("ab (C1_/-+) 22é2\u00a0x")).toEqual({
      ...nothing,
      longestWord: 8,
      longestRun: 6,
      digits: 4,
      capitals: 1,
      numbers: 1,
      hasSeparator: true,
      hasForeign: true
    })
    expect(["a=b", "a[b", "a{b", "a%b", "a\\b", "a&b"].map(computeOutline)).toMatchObject([
      { hasSeparator: true, hasAssignment: true },
      { hasBracket: true },
      { hasBracket: true },
      { hasSeparator: true, hasEscape: true },
      { hasEscape: true },
      { hasEscape: true }
    ])
    expect(["a\nb", "a'b", 'a"b', "a`b", "a\\nb"].map((text) => computeOutline(text).hasJoint)).toEqual(
      Array(5).fill(true)
    )
    expect(["a b c", "ab a b cd", "abc a", "a b cd e f g"].map((text) => computeOutline(text).singles)).toEqual([
      3, 2, 1, 3
    ])
    const numbers = ["1, 2, 30", "[1,2,3]", "0x1f 0x20", "1f:20:ef", "1 2 y z 3", "1 (2 3", "\\x1f, \\x20"]
    expect(numbers.map((text) => computeOutline(text).numbers)).toEqual([3, 3, 2, 3, 2, 2, 2])
    const runs = [39, 40, 41, 63, 64, 65, 66, 69, 70, 71, 72].map((length) =>
      computeOutline(`a ${"b".repeat(length)}.`)
    )
    expect(runs.map(({ hasForty }) => hasForty).indexOf(true)).toBe(1)
    expect(runs.map(({ hasKeyLine }) => Number(hasKeyLine)).join("")).toBe("00001100110")
  })
})
