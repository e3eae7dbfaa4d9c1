import { removeControls } from "../removeControls.ts"
import { type Box, block, joinBoxes, line, stackBoxes } from "./Box.ts"
import { drawRoot } from "./drawRoot.ts"
import { type FormulaPart, signPart, spaceParts } from "./FormulaPart.ts"
import { LatexReader, type LatexToken } from "./LatexReader.ts"
import { arrangeCells, environmentNames, isEnvironment } from "./matrix.ts"
import { addFences, addLimits, addScripts } from "./scripts.ts"
import { accents, blanks, doubleStruck, functions, integrals, limits, plainGroups, symbols } from "./symbols.ts"
import { isRowEnd, nameOf } from "./tokens.ts"

/** Renders a LaTeX formula as lines of text. Fails with the position of unknown input. */
export const renderFormula = (latex: string, isAscii: boolean): string =>
  new Formula(new LatexReader(latex), isAscii)
    .whole()
    .lines.map((one) => one.trimEnd())
    .join("\n")

class Formula {
  private readonly reader: LatexReader
  private readonly isAscii: boolean
  private depth = 0

  constructor(reader: LatexReader, isAscii: boolean) {
    this.reader = reader
    this.isAscii = isAscii
  }

  whole(): Box {
    const rows: Array<Box> = []
    do rows.push(this.row())
    while (this.takesMacro("\\"))
    const { next } = this.reader
    if (next.kind !== "end") this.unexpected(next)
    return rows.length === 1
      ? (rows[0] ?? line(""))
      : block(
          rows.flatMap(({ lines }) => lines),
          0
        )
  }

  /** Parses a row up to its end: "}", "&", "\\", \right, \end, or the given sign. */
  private row(end?: string): Box {
    const parts: Array<FormulaPart> = []
    for (let { next } = this.reader; !isRowEnd(next, end); next = this.reader.next) {
      const part = this.part()
      if (part !== undefined) parts.push(part)
    }
    return joinBoxes(spaceParts(parts))
  }

  private part(): FormulaPart | undefined {
    const first = this.reader.next
    const isScript = first.kind === "sign" && (first.text === "^" || first.text === "_")
    const part = isScript ? { box: line(""), kind: "letter" as const } : this.atom()
    if (part === undefined) return undefined
    const scripts = this.scripts()
    if (scripts === undefined) return part
    const { above, below } = scripts
    const isLimit = first.kind === "macro" && limits.has(first.text)
    const box = isLimit ? addLimits(part.box, above, below) : addScripts(part.box, above, below, this.isAscii)
    return { box, kind: part.kind }
  }

  private scripts(): { readonly above: Box | undefined; readonly below: Box | undefined } | undefined {
    const found = new Map<string, Box>()
    for (let { next } = this.reader; next.kind === "sign"; next = this.reader.next) {
      const where = next.text === "'" ? "^" : next.text
      if (where !== "^" && where !== "_") break
      this.reader.take()
      const before = found.get(where)
      if (before !== undefined && next.text !== "'") this.fail(`a part has two "${where}"; put them in one group`, next)
      const box = next.text === "'" ? line(this.isAscii ? "'" : "′") : this.argument(next)
      found.set(where, before === undefined ? box : joinBoxes([before, box]))
    }
    return found.size === 0 ? undefined : { above: found.get("^"), below: found.get("_") }
  }

  private atom(): FormulaPart | undefined {
    const token = this.reader.take()
    if (token.kind === "macro") return this.macro(token)
    if (token.text === "{") return { box: this.group(token), kind: "letter" }
    if (token.text === "}" || token.text === "&") return this.unexpected(token)
    return token.text === "$" ? undefined : signPart(token.text)
  }

  /** Parses an argument: a group in braces, or one token. */
  private argument(of: LatexToken): Box {
    const { next } = this.reader
    if (next.kind === "end" || isRowEnd(next)) this.fail(`"${nameOf(of)}" needs an argument`, of)
    return this.within(next, () => this.atom()?.box ?? line(""))
  }

  private group(opening: LatexToken): Box {
    return this.within(opening, () => {
      const box = this.row()
      if (!this.reader.takes("}")) {
        if (this.reader.next.kind === "end") this.fail("a brace is not closed", opening)
        this.unexpected(this.reader.next)
      }
      return box
    })
  }

  private macro(token: LatexToken): FormulaPart | undefined {
    const { text } = token
    const symbol = symbols.get(text)
    if (symbol !== undefined) {
      const written = this.isAscii ? symbol.ascii : symbol.unicode
      return { box: line(written), kind: symbol.kind === "letter" && /^\w{2,}$/.test(written) ? "word" : symbol.kind }
    }
    if (functions.has(text)) return { box: line(text), kind: "function" }
    const operator = limits.get(text) ?? integrals.get(text)
    if (operator !== undefined) return { box: line(this.isAscii ? operator.ascii : operator.unicode), kind: "function" }
    const blank = blanks.get(text)
    if (blank !== undefined) return blank === "" ? undefined : { box: line(blank), kind: "blank" }
    const box = this.construct(token)
    return box === undefined ? undefined : { box, kind: token.text.endsWith("frac") ? "apart" : "letter" }
  }

  private construct(token: LatexToken): Box | undefined {
    const argument = () => this.argument(token)
    switch (token.text) {
      case "frac":
      case "dfrac":
      case "tfrac":
      case "cfrac": {
        const [over, under] = [argument(), argument()]
        const bar = (this.isAscii ? "-" : "─").repeat(Math.max(over.width, under.width))
        return stackBoxes([over, line(bar), under], 1)
      }
      case "binom":
        return addFences(stackBoxes([argument(), line(""), argument()], 1), "(", ")", this.isAscii)
      case "sqrt": {
        const index = this.reader.takes("[") ? this.index(token) : undefined
        return drawRoot(argument(), index, this.isAscii)
      }
      case "overset":
      case "stackrel":
        return stackBoxes([argument(), argument()], 1)
      case "underset": {
        const under = argument()
        return stackBoxes([argument(), under], 0)
      }
      case "pmod":
        return joinBoxes([line("(mod "), argument(), line(")")])
      case "text":
      case "textrm":
      case "textbf":
      case "textit":
      case "mbox":
        return line(removeControls(this.reader.raw(token)))
      case "mathbb": {
        const letters = this.reader.raw(token)
        return line(
          removeControls(this.isAscii ? letters : [...letters].map((one) => doubleStruck[one] ?? one).join(""))
        )
      }
      case "not": {
        const { lines, ...rest } = argument()
        return this.isAscii ? line(`not ${lines[0]}`) : { ...rest, lines: lines.map((one) => `${one}\u0338`) }
      }
      case "left":
        return this.fences(token)
      case "middle":
        return line(this.fence(token))
      case "begin":
        return this.environment(token)
      default:
        break
    }
    if (plainGroups.has(token.text)) return argument()
    const accent = accents.get(token.text)
    if (accent !== undefined) return this.accented(argument(), accent)
    return this.fail(
      `the macro "\\${removeControls(token.text)}" is unknown; write it another way, or as \\text{…}`,
      token
    )
  }

  private accented(box: Box, { mark, above }: { readonly mark: string; readonly above: string }): Box {
    if (!this.isAscii && box.width === 1 && box.lines.length === 1) return { ...box, lines: [`${box.lines[0]}${mark}`] }
    return stackBoxes([line(above === "_" ? above.repeat(box.width) : above), box], 1)
  }

  private index(of: LatexToken): Box {
    const box = this.within(of, () => this.row("]"))
    if (!this.reader.takes("]")) this.fail('a "[" is not closed', of)
    return box
  }

  private fences(token: LatexToken): Box {
    const left = this.fence(token)
    const inner = this.within(token, () => this.row())
    const end = this.reader.next
    if (!this.takesMacro("right")) this.fail('"\\left" has no "\\right"', token)
    return addFences(inner, left, this.fence(end), this.isAscii)
  }

  private fence(of: LatexToken): string {
    const token = this.reader.take()
    if (token.kind === "sign" && /^[()[\]|/.<>]$/.test(token.text)) return token.text
    const symbol = token.kind === "macro" ? symbols.get(token.text === "|" ? "Vert" : token.text) : undefined
    return symbol?.unicode ?? this.fail(`"${nameOf(of)}" needs a fence, such as ( or \\{`, of)
  }

  private environment(token: LatexToken): Box {
    const name = this.reader.raw(token)
    if (!isEnvironment(name))
      this.fail(`the environment "${removeControls(name)}" is unknown; there are ${environmentNames.join(", ")}`, token)
    if (name === "array") this.reader.raw(token)
    const rows = this.within(token, () => {
      const found: Array<Array<Box>> = [[]]
      for (;;) {
        found.at(-1)?.push(this.row())
        if (this.takesMacro("\\")) found.push([])
        else if (!this.reader.takes("&")) return found
      }
    })
    const end = this.reader.next
    if (!this.takesMacro("end")) this.fail(`the environment "${name}" is not ended`, token)
    if (this.reader.raw(end) !== name) this.fail(`another environment is ended than "${name}"`, end)
    return arrangeCells(name, rows, this.isAscii)
  }

  private takesMacro(text: string): boolean {
    const { next } = this.reader
    if (next.kind !== "macro" || next.text !== text) return false
    this.reader.take()
    return true
  }

  private within<A>(at: LatexToken, read: () => A): A {
    this.depth += 1
    if (this.depth > mostLevels) this.fail(`it is nested deeper than ${mostLevels} levels`, at)
    const found = read()
    this.depth -= 1
    return found
  }

  private unexpected(token: LatexToken): never {
    return this.fail(`"${removeControls(nameOf(token))}" is not expected there`, token)
  }

  private fail(reason: string, { at }: LatexToken): never {
    return this.reader.fail(reason, at)
  }
}

const mostLevels = 50
