import { measureGrowth, mostGrowth, repeated, runs } from "@toolgate/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { tokenForms } from "../src/forms/tokenForms.ts"
import { KnownSecrets } from "../src/KnownSecrets.ts"
import { apart, type Span } from "../src/texts/Span.ts"
import { makeBudget, textSecrets } from "../src/texts/textSecrets.ts"

const base64 = (text: string, times: number): string =>
  times === 0 ? text : base64(Buffer.from(text).toString("base64"), times - 1)

describe("a text nested in texts", () => {
  it("is searched four levels deep", () => {
    expect([1, 2, 3, 4, 5].map((times) => textSecrets(base64("password=hunter22", times)).length)).toEqual([
      1, 1, 1, 1, 0
    ])
  })

  it("is searched within its budget at any nesting", () => {
    const wrapped = fc.constantFrom<(text: string) => string>(
      (text) => Buffer.from(text).toString("base64"),
      (text) => Buffer.from(text).toString("hex"),
      (text) => encodeURIComponent(text),
      (text) => JSON.stringify(text),
      (text) => JSON.stringify([text, text, "-p", text]),
      (text) => `\uff41${text}\\n${text}%41`
    )
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        fc.array(wrapped, { maxLength: 7 }),
        fc.integer({ min: 1, max: 200 }),
        (text, steps, times) => {
          const whole = steps.reduce((inner, wrap) => wrap(inner), `${text} `.repeat(times)).slice(0, 16_384)
          const budget = makeBudget(whole)
          const allowed = budget.characters
          textSecrets(whole, budget)
          expect(allowed - budget.characters).toBeLessThanOrEqual(allowed + 2 * whole.length)
          expect(budget.levels).toBe(4)
        }
      ),
      runs(200)
    )
  })
})

describe("known secrets", () => {
  it("are found everywhere, even if they overlap themselves", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "ab", "b"), { minLength: 6, maxLength: 40 }),
        fc.integer({ min: 1, max: 300 }),
        (parts, times) => {
          const secret = parts.join("")
          const known = new KnownSecrets()
          known.add(secret)
          const text = secret.repeat(times)
          const spans: Array<Span> = []
          known.find(text, spans)
          const found = apart(spans)
          expect(found.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(text.length)
          expect(found.every(({ from }, at) => from === (found[at - 1]?.to ?? 0))).toBe(true)
        }
      )
    )
  })

  it("are found if a text has only the beginning of a long secret", () => {
    const known = new KnownSecrets()
    const secret = Array.from({ length: 400 }, (_, at) => String.fromCharCode(97 + (at % 23))).join("")
    known.add(secret)
    const found: Array<Span> = []
    known.find(`x ${secret.slice(0, 100)} y`, found)
    expect(apart(found)).toEqual([{ from: 2, to: 102 }])
  })
})

describe("the table of forms", () => {
  it("has a source for each form", () => {
    for (const { issuer, source } of tokenForms) expect([issuer, URL.canParse(source)]).toEqual([issuer, true])
  })
})

/** The beginnings of a form, a name or an encoding, which the tests repeat many times. */
const parts = [
  "[[",
  "mysql 'a ",
  'mysql "a ',
  "echo 'a | sudo -S ",
  "<(sudo -S ",
  "passwd <<EOF\n",
  "{ echo a; } | passwd ",
  "a b c d ",
  "a1b2c3d4e5f6g7h8 ",
  "68:75:",
  "abandon about, ",
  "a,password\nb,c1\n",
  "a",
  "-",
  "--",
  "eyJ",
  "eyJa.",
  "://",
  "://a:",
  "://a:b",
  "sk-",
  "token=",
  "token = ",
  '"',
  "'",
  "\\",
  'password="\\',
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN ",
  "authorization: ",
  "bearer ",
  "--a-token ",
  "pass",
  "=",
  ": ",
  "\0",
  "a,",
  "PRIVATE KEY ",
  "<token>",
  "name: a",
  "name: token value",
  "password: |\n ",
  "curl -u a:",
  "mysql -p",
  "login -p",
  "echo a",
  "echo   ",
  "config set a",
  "&sig=",
  "[",
  "{",
  "[[",
  '{"a":',
  '["',
  '\\"',
  "%",
  "%41",
  "%25",
  "a=",
  "a:",
  "a:a",
  "key=",
  "k: ",
  "?a=",
  "4111 ",
  "41",
  "DE89 ",
  "DE12A",
  "legal ",
  "legal, ",
  "1. legal ",
  "Private-Lines: 1\n",
  "MIIEpAIBAA",
  "MIIEpAIBAAKCAQEAaaaaaaaaaaaaaa\n",
  "\\n",
  "b3BlbnNzaC1rZXktdjEA",
  "$1$",
  "$6$a$",
  "$2y$10$",
  "{SSHA}",
  "s.",
  "0x",
  "0x1",
  "a1.",
  "A-",
  "aA1",
  "aA1-",
  "aA1_live_",
  "x_live_",
  "1:",
  "12345678:",
  "12345678:AAAA",
  "AC",
  "eyJa",
  "M",
  "MTA",
  "password is ",
  "password for a ",
  "the password for a b c d ",
  "token ",
  "pin ",
  "mysql ",
  "mysql 'a ",
  '"mysql ',
  "curl -u ",
  "zip -P ",
  "\uff41",
  "\u200b",
  "пароль ",
  "postgres://a:",
  "postgres://a:b/",
  "https://a1",
  "https://a1b2c3d4@",
  "kind: Secret\ndata:\n a: b\n",
  "kind: Secret\n",
  "aaaaaaaaaaaaaaaaaaaaaaaa/",
  "QUFB",
  "cGFzc3dvcmQ9",
  "70617373776f72643d",
  "\\x41",
  "\\u0041",
  "ConvertTo-SecureString ",
  "localhost:5432:a:",
  "a:5432:",
  'key="password" ',
  '["mysql",',
  "['-p",
  "{a:",
  '{"kty":"a",',
  "Basic ",
  "basic a",
  "sha256~",
  "1//0",
  "t1.a",
  "0.A",
  "sk.eyJa",
  "ghp_aaaa\n",
  "ghp_a1B2\n",
  'ghp_a1B2" + "',
  "a1\\\n",
  "1,",
  "1, ",
  "00 ",
  "0x00, ",
  "00000000: 6768 705f  a\n",
  "a b ",
  "a1b2c3d4e5f6g7h8 ",
  "a1b2c3d4e5f6g7h8",
  `${"aB3+".repeat(16)}\n`,
  `"${"aB3+".repeat(16)}\\n" +\n`,
  "-----END PRIVATE KEY-----",
  "aaaa-----END PRIVATE KEY-----",
  "-BEGIN CERTIFICATE-",
  "H4sIAAAAAAAA",
  "eJxAAAAAAAAA",
  "MFRGGZDFMZTWQ2LK",
  "name,password\n",
  "a,b1\n",
  "| password |\n",
  "insert into a (b, password) values ('a', 'b1'), ",
  "insert into a (",
  "('password', 'a",
  "('password', '1",
  "#define password ",
  "docker login --password-stdin <<EOF\n",
  "echo a | passwd\n",
  "passwd <(",
  "passwd <<<",
  "--password-stdin input=",
  "密码是",
  "/reset/",
  "\u{e0061}",
  "\\u{61}",
  "\\141",
  "&lowbar;"
]

describe("a text of many beginnings", () => {
  // A search that starts over for each of them would take hours.
  it.each(parts)("is searched in linear time: %j", async (part) => {
    expect(await measureGrowth(textSecrets, repeated(part))).toBeLessThan(mostGrowth)
  })

  it.each(parts)("is searched to its end: 64 KiB of %j", (part) => {
    const text = part.repeat(Math.ceil(65_536 / part.length))
    for (const { from, to } of textSecrets(text)) expect(to).toBeGreaterThan(from)
  })
})
