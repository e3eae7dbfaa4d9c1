import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { loadShellSyntax } from "../src/index.ts"
import { dangersIn } from "../src/programs.ts"

const { parts } = await loadShellSyntax()

/** The words of a simple command, its operators quoted. */
const words = (text: string) => {
  const quoted = text.replaceAll(/(?<=\s)([;(){}!]+)(?=\s|$)/g, "'$1'")
  const [command] = parts(quoted, "bash").filter(({ kind }) => kind === "command")
  return command?.kind === "command" ? command.argv : []
}

interface Labelled {
  readonly text: string
  /** How many words a pattern says. */
  readonly named: number
  readonly isHarmful: boolean
}

/**
 * Commands by class ("## "), under what a pattern says of them ("# "), each labelled: "- " does what the pattern does not
 * say, "+ " does not.
 */
const classes = new Map<string, Array<Labelled>>()
let labelled: Array<Labelled> = []
let named = 1
for (const line of readFileSync(new URL("labelledCommands.txt", import.meta.url), "utf8").split("\n")) {
  const text = line.replace(/^[-+#]+ /, "")
  if (line.startsWith("## ")) {
    labelled = []
    classes.set(text, labelled)
  } else if (line.startsWith("# ")) named = text.split(" ").length
  else if (line !== "") labelled.push({ text, named, isHarmful: line.startsWith("- ") })
}

describe.each([...classes])("%s", (_class, commands) => {
  it.each(commands.filter(({ isHarmful }) => isHarmful))("finds harm in $text", ({ text, named }) => {
    expect(dangersIn(words(text), named)).not.toEqual([])
  })

  it.each(commands.filter(({ isHarmful }) => !isHarmful))("finds no harm in $text", ({ text, named }) => {
    expect(dangersIn(words(text), named)).toEqual([])
  })
})
