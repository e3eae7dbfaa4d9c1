import { PartList } from "../PartList.ts"
import { parseText } from "../parseText.ts"
import { type InnerText, maxDepth, type Reading } from "../Reading.ts"
import { fresh, stays } from "../ShellState.ts"
import { Unreadable } from "../Syntax.ts"
import { readStatements } from "../statement.ts"

/** The commands of a text that a program hands to a shell. */
interface TextCommands {
  readonly commands: ReadonlyArray<ReadonlyArray<string>>
  /** The words of a text that is not read as a shell reads it. Each may begin a command. */
  readonly words?: ReadonlyArray<string>
  /** Whether the text holds more than is shown. */
  readonly isFull: boolean
}

/**
 * Returns the commands that a text may start. Only rules that deny or ask look at them, so that the text is read by its
 * tokens alone, and as a guess where shells differ.
 */
export const textCommands = (text: string): TextCommands => {
  const parts = new PartList()
  const unreadable: Array<string> = []
  const read = (source: string, { depth }: Pick<InnerText, "depth">) => {
    const statements = depth > maxDepth ? new Unreadable("The text stands too deep.") : parseText(source, "bash")
    if (statements instanceof Unreadable) {
      unreadable.push(source)
      return
    }
    const reading: Reading = {
      source,
      dialect: "bash",
      parts,
      depth,
      readStatements: (inner, from, certainty, into = parts) =>
        into.isFull ? stays(from) : readStatements({ ...reading, parts: into }, inner, from, certainty),
      readInner: (inner, into, from) => {
        read(inner, into)
        return stays(from)
      }
    }
    readStatements(reading, statements, fresh, "certain")
  }
  read(text, { depth: 0 })
  const commands = parts.parts.flatMap((part) => (part.kind === "command" ? [part.argv] : []))
  const words = unreadable.flatMap((source) => source.split(/[\s;&|(){}`'"<>$]+/).filter((word) => word !== ""))
  return { commands, isFull: parts.isFull, ...(words.length === 0 ? {} : { words }) }
}
