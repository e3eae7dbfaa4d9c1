import { gunzipSync } from "node:zlib"

/** Returns a manual page as text, from a compressed page, either troff language, or text. */
export const readManual = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString()
  return /^[.'](?:TH|Dd|\\")/m.test(text) ? textOf(text) : text
}

/** Renders a troff page as text, with each term of a list at the start of a line. */
const textOf = (page: string) =>
  page
    .split("\n")
    .flatMap((line) => {
      if (/^[.']\\"/.test(line)) return []
      const [, macro, words = ""] = /^[.']\s*(\w+)\s*(.*)$/.exec(line) ?? []
      if (macro === undefined) return [line]
      if (/^(?:TP|PP|P|LP|Pp|RS|RE|nf|fi|ad|na|hy|nh|ie|el|if|ft|sp|br|in|ti|de|Bl|El|Op)$/.test(macro)) return []
      if (macro === "It") return [`  ${options(words)}`]
      if (macro === "SH" || macro === "Sh") return [words.replaceAll('"', "")]
      if (macro === "IP") return [`  ${words.replace(/"([^"]*)".*/, "$1")}`]
      // Joins words in alternating fonts: `.BR \-a ", " \-\-all`.
      return [
        /^[BIR][BIR]$/.test(macro)
          ? [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare).join("")
          : words.replaceAll('"', "")
      ]
    })
    .map(unescaped)
    .join("\n")

/** Returns the options of a term in mdoc: `Fl a , Fl Fl all Ns = Ns Ar x`. */
const options = (words: string) =>
  words
    .replaceAll(/\bFl\s+Fl\s+(\S+)/g, "--$1")
    .replaceAll(/\bFl\s+(\S+)/g, "-$1")
    .replaceAll(/\bAr\s+(\S+)/g, "<$1>")
    .replaceAll(/\s*\bNs\b\s*/g, "")
    .replaceAll(/\b(?:Xo|Xc|Cm|Sy|Li|Pa|Oo|Oc|Op)\b\s*/g, "")
    .replaceAll(/\s+,/g, ",")

const unescaped = (line: string) =>
  line
    .replaceAll(/\\f(?:\[[^\]]*\]|\([A-Z]{2}|.)|\\s[+-]?\d|\\m\[[^\]]*\]|\\[&|^,/)(]|\\%/g, "")
    .replaceAll(/\\-|\\\(hy|\\\[hy\]|\\\(mi/g, "-")
    .replaceAll(/\\[ ~]/g, " ")
    .replaceAll(/\\\((?:oq|cq|aq)|\\\[aq\]/g, "'")
    .replaceAll("\\e", "\\")
