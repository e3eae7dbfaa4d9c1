import { FileLines } from "./FileLines.ts"

/** A file's lines for searching: exact, without trailing spaces, or without leading and trailing spaces. */
export class SearchedFile {
  readonly lines: ReadonlyArray<string>
  /** Number of lines. What follows the last line end is in `lines` but is not counted. */
  readonly end: number
  private readonly exact: FileLines
  private withoutEnds: FileLines | undefined
  private trimmed: FileLines | undefined

  constructor(lines: ReadonlyArray<string>) {
    this.lines = lines
    this.end = lines.at(-1) === "" ? lines.length - 1 : lines.length
    this.exact = new FileLines(lines, (line) => line)
  }

  /** Returns exact positions of the lines or, if there are none, positions that ignore trailing spaces. */
  find(lines: ReadonlyArray<string>, from: number, most: number): ReadonlyArray<number> {
    const found = this.exact.find(lines, from, most)
    return found.length > 0 ? found : this.loose.find(lines, from, most)
  }

  /** Returns the positions of a line or, if there are none, positions that ignore indentation too. */
  findLine(line: string, from: number, most: number): ReadonlyArray<number> {
    const found = this.find([line], from, most)
    if (found.length > 0) return found
    this.trimmed ??= new FileLines(this.lines, (one) => one.trim())
    return this.trimmed.find([line], from, most)
  }

  /** The lines without trailing spaces. Computed on demand, because most diffs are exact. */
  get loose(): FileLines {
    this.withoutEnds ??= new FileLines(this.lines, (line) => line.trimEnd())
    return this.withoutEnds
  }
}
