import { gzipSync } from "node:zlib"
import { runs } from "@toolgate/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { LogRedaction } from "../src/LogRedaction.ts"
import { textSecrets } from "../src/texts/textSecrets.ts"

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/** A token in GitHub's format, in two parts so that secret scanners do not report this file. */
const token = fc
  .array(fc.constantFrom(...letters), { minLength: 36, maxLength: 36 })
  .map((drawn) => `gh${"p_"}${drawn.join("").slice(0, 34)}a7`)

const hex = (text: string) => Buffer.from(text).toString("hex")
const pairs = (text: string) => hex(text).match(/../g) ?? []
const rotate = (text: string) =>
  text.replaceAll(/[A-Za-z]/g, (char) => {
    const first = char < "a" ? 65 : 97
    return String.fromCharCode(first + ((char.charCodeAt(0) - first + 13) % 26))
  })
const each = (text: string, write: (code: number) => string, between = "") =>
  [...text].map((char) => write(char.charCodeAt(0))).join(between)
const base32 = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .match(/.{1,5}/g)
    ?.map((bits) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(bits.padEnd(5, "0"), 2)])
    .join("") ?? ""

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64")

/** The encodings in which a text remains readable. */
const encodings: ReadonlyArray<readonly [of: string, encode: (text: string) => unknown]> = [
  ["base64", base64],
  ["base64 without padding", (text) => base64(text).replaceAll("=", "")],
  ["base64 from its second character on", (text) => base64(`so: ${text}`).slice(1)],
  ["base64 from its third character on", (text) => base64(`so: ${text}`).slice(2)],
  ["base64 from its fourth character on", (text) => base64(`so: ${text}`).slice(3)],
  ["base64 among other bytes", (text) => base64(Buffer.concat([Buffer.from([0, 255, 1, 254, 2]), Buffer.from(text)]))],
  [
    "base64 in short lines",
    (text) =>
      base64(text)
        .match(/.{1,20}/g)
        ?.join("\n")
  ],
  ["base64 of base64", (text) => base64(base64(text))],
  ["base64 of gzip", (text) => base64(gzipSync(text))],
  ["base32", base32],
  ["hexadecimal", hex],
  ["hexadecimal in capitals", (text) => hex(text).toUpperCase()],
  ["hexadecimal with colons", (text) => pairs(text).join(":")],
  ["hexadecimal with blanks", (text) => pairs(text).join(" ")],
  [
    "hexadecimal numbers",
    (text) =>
      `[${pairs(text)
        .map((pair) => `0x${pair}`)
        .join(", ")}]`
  ],
  ["a list of bytes", (text) => [...Buffer.from(text)]],
  ["a list of bytes in an object", (text) => ({ type: "Buffer", data: [...Buffer.from(text)] })],
  ["a list of bytes in a text", (text) => `bytes([${[...Buffer.from(text)].join(", ")}])`],
  ["codes of characters", (text) => `String.fromCharCode(${each(text, String, ",")})`],
  ["a list of characters", (text) => [...text]],
  ["a list of short pieces", (text) => text.match(/.{1,4}/g)],
  ["escapes of JSON", (text) => each(text, (code) => `\\u${code.toString(16).padStart(4, "0")}`)],
  ["escapes with braces", (text) => each(text, (code) => `\\u{${code.toString(16)}}`)],
  ["escapes of hexadecimal", (text) => each(text, (code) => `\\x${code.toString(16)}`)],
  ["escapes of octal", (text) => each(text, (code) => `\\${code.toString(8).padStart(3, "0")}`)],
  ["escapes of a URL", (text) => each(text, (code) => `%${code.toString(16)}`)],
  ["escapes of a URL, twice", (text) => each(text, (code) => `%25${code.toString(16)}`)],
  ["decimal entities", (text) => each(text, (code) => `&#${code};`)],
  ["hexadecimal entities", (text) => each(text, (code) => `&#x${code.toString(16)};`)],
  ["full-width letters", (text) => each(text, (code) => String.fromCharCode(code + 0xfee0))],
  ["invisible letters", (text) => each(text, (code) => String.fromCodePoint(code + 0xe0000))],
  [
    "letters with invisible ones between them",
    (text) => each(text, (code) => String.fromCharCode(code), "\u200b\u2060")
  ],
  ["letters with blanks between them", (text) => [...text].join(" ")],
  ["the order turned around", (text) => [...text].reverse().join("")],
  ["letters rotated by 13 places", rotate],
  ["JSON in JSON", (text) => JSON.stringify({ a: JSON.stringify({ b: text }) })]
]

/** The ways in which a text can be split in two. */
const splits: ReadonlyArray<readonly [of: string, split: (first: string, second: string) => unknown]> = [
  ["a line end", (first, second) => `use ${first}\n${second}`],
  ["a line end of Windows", (first, second) => `${first}\r\n${second}\r\n`],
  ["a line that goes on", (first, second) => `export T=${first}\\\n${second}`],
  ["an indented line", (first, second) => `key: >-\n  ${first}\n  ${second}\nnext: 1`],
  ["a soft line end of a mail", (first, second) => `it is ${first}=\n${second}`],
  ["two texts of source code", (first, second) => `const t = "${first}" + "${second}"`],
  ["two texts on two lines", (first, second) => `t = ('${first}'\n     '${second}')`],
  ["two quoted words of a shell", (first, second) => `curl -H "X: ${first}""${second}"`],
  ["two arguments", (first, second) => ({ first, second })],
  ["two items of a list", (first, second) => ["x", first, second]]
]

const shown = (given: unknown): string => JSON.stringify(LogRedaction.line({ given }, "")[0])

/** Returns the longest piece of a text that another text contains. */
const shownPiece = (text: string, given: string): number => {
  let most = 0
  for (let from = 0; from < text.length; from++)
    while (from + most < text.length && given.includes(text.slice(from, from + most + 1))) most++
  return most
}

describe("a token", () => {
  it.each(encodings)("is not shown as %s", (_of, encode) => {
    fc.assert(
      fc.property(token, (secret) => {
        const given = encode(secret)
        const whole = JSON.stringify(given)
        expect(shownPiece(whole.slice(1, -1), shown(given))).toBeLessThan(whole.length / 2)
      }),
      runs(25)
    )
  })

  it.each(splits)("is not shown when it is split over %s", (_of, split) => {
    fc.assert(
      fc.property(token, fc.integer({ min: 8, max: 26 }), (secret, at) => {
        const [first, second] = [secret.slice(0, at), secret.slice(at)]
        // A part that consists of letters only may be an ordinary word.
        fc.pre(/\d/.test(second) && /[A-Za-z]/.test(second))
        const text = shown(split(first, second))
        expect(text).not.toContain(second)
        expect(text).not.toContain(first.slice(4))
      }),
      runs(50)
    )
  })

  it("is redacted without the word on the next line", () => {
    fc.assert(
      fc.property(token, fc.constantFrom("export", "next", "README", "const"), (secret, word) => {
        expect(LogRedaction.line({}, `${secret}\n${word} x`)[1]).toBe(`[redacted]\n${word} x`)
      })
    )
  })
})

describe("a piece of a private key", () => {
  const line = (length: number) =>
    fc.array(fc.constantFrom(...letters, "+", "/"), { minLength: length, maxLength: length }).map((one) => one.join(""))

  it("is not shown without its frame, in lines, in a list or in source code", () => {
    fc.assert(
      fc.property(fc.array(line(64), { minLength: 2, maxLength: 6 }), line(31), (lines, last) => {
        const whole = [...lines, `${last}=`]
        const given = [
          whole.join("\n"),
          whole.map((one) => `    ${one}`).join("\r\n"),
          whole.join("\\n"),
          whole.map((one) => `"${one}\\n" +`).join("\n"),
          whole,
          `${whole.join("\n")}\n-----END PRIVATE ${"KEY"}-----`
        ]
        for (const one of given) for (const part of lines) expect(shown(one)).not.toContain(part)
      }),
      runs(25)
    )
  })

  it("is kept in the frame of a certificate, even if a line resembles a token", () => {
    const lines = [`eyJ${"ab12CD".repeat(5)}/x1`, `+${"ab12CD".repeat(5)}Jye/aB1`, `+rlW${"ab12CD".repeat(5)}/z9`]
    const text = `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----`
    expect(textSecrets(text)).toEqual([])
    expect(textSecrets(lines.join("\n"))).toHaveLength(3)
  })

  it.each(["CERTIFICATE", "PUBLIC KEY", "PGP SIGNATURE"])("is kept in the frame of a %s", (kind) => {
    fc.assert(
      fc.property(fc.array(line(64), { minLength: 2, maxLength: 6 }), (lines) => {
        const text = `-----BEGIN ${kind}-----\n${lines.join("\n")}\n-----END ${kind}-----`
        expect(textSecrets(text)).toEqual([])
      }),
      runs(200)
    )
  })
})
