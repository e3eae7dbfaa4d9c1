import { FileLines } from "./FileLines.ts"

/** The lines of a file, to be looked up as they are, without the blanks at their ends, or without those at their beginnings as well. */
export class SearchedFile {
  readonly lines: ReadonlyArray<string>
  /** The number of lines. What follows the last line end is an item of `lines`, and no line. */
  readonly end: number
  private readonly exact: FileLines
  private withoutEnds: FileLines | undefined
  private trimmed: FileLines | undefined

  constructor(lines: ReadonlyArray<string>) {
    this.lines = lines
    this.end = lines.at(-1) === "" ? lines.length - 1 : lines.length
    this.exact = new FileLines(lines, (line) => line)
  }

  /** Returns the places of the lines as they are. If there is none, blanks at the ends of lines do not count. */
  find(lines: ReadonlyArray<string>, from: number, most: number): ReadonlyArray<number> {
    const found = this.exact.find(lines, from, most)
    return found.length > 0 ? found : this.loose.find(lines, from, most)
  }

  /** Returns the places of a line. If there is none, its indentation does not count either. */
  findLine(line: string, from: number, most: number): ReadonlyArray<number> {
    const found = this.find([line], from, most)
    if (found.length > 0) return found
    this.trimmed ??= new FileLines(this.lines, (one) => one.trim())
    return this.trimmed.find([line], from, most)
  }

  /** The lines without the blanks at their ends. Made when they are first needed: most diffs are exact. */
  get loose(): FileLines {
    this.withoutEnds ??= new FileLines(this.lines, (line) => line.trimEnd())
    return this.withoutEnds
  }
}
