import { expect, it } from "vitest"
import { loadShellSyntax } from "../src/index.ts"
import { readGrammarFiles } from "../src/readGrammarFiles.ts"

const { parts } = await loadShellSyntax(readGrammarFiles)

/** Returns the commands of a text, each as its words. */
const commandsIn = (text: string) =>
  parts(text).flatMap((part) => (part.kind === "command" ? [part.argv.join(" ")] : []))

it("finds the commands that a shell reads from a pipe, after programs that print their input", () => {
  expect(commandsIn("echo 'rm a' | cat | sh")).toContain("rm a")
  expect(commandsIn("echo 'rm a' | wc | sh")).not.toContain("rm a")
})

it("finds the commands that a program passes to a shell from its input", () => {
  expect(commandsIn("echo 'rm a' | ssh h")).toContain("rm a")
  expect(commandsIn("echo 'rm a' | sudo -i")).toContain("rm a")
  expect(commandsIn("echo 'rm a' | sudo -n tee b")).not.toContain("rm a")
})
