import { type Faults, Reading, readYaml } from "@toolgate/yaml-reading"
import type { ProgramFile } from "../ProgramFile.ts"
import { checkExamples } from "./checkExamples.ts"
import { checkOpen } from "./checkOpen.ts"
import { checkWords } from "./checkWords.ts"
import { programShape } from "./programShape.ts"

/**
 * Reads the text of a program's file, and returns what it says, or all its faults, each with its line and column.
 * `name` stands for the file in their places. Never throws.
 */
export const readProgram = (
  text: string,
  name: string
): { readonly program: ProgramFile } | { readonly faults: Faults } => {
  const reading = new Reading({ name, what: "program's file", least: "names: [NAME]" })
  const program = readYaml(text, programShape, reading, (root) => {
    checkWords(root, reading)
    checkOpen(root, reading)
    checkExamples(root, reading)
  })
  return program === undefined ? { faults: reading.faults ?? { problems: [], more: 0 } } : { program }
}
