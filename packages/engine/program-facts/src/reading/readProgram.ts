import { type Faults, FileReading, readYaml, type YamlNode } from "@toolgate/yaml-reading"
import type { ProgramFile } from "../ProgramFile.ts"
import { checkExamples } from "./checkExamples.ts"
import { checkOpen } from "./checkOpen.ts"
import { checkWords } from "./checkWords.ts"
import { programShape } from "./programShape.ts"

/**
 * Parses a program's file. For an invalid file, returns all faults with line and column, and the names of its programs
 * if they can be read. `name` stands for the file in positions. Never throws.
 */
export const readProgram = (
  text: string,
  name: string
): { readonly program: ProgramFile } | { readonly faults: Faults; readonly names?: ReadonlyArray<string> } => {
  const reading = new FileReading({ name, what: "program's file", least: "names: [NAME]" })
  let names: ReadonlyArray<string> | undefined
  const program = readYaml(text, programShape, reading, (root) => {
    names = namesIn(root)
    checkWords(root, reading)
    checkOpen(root, reading)
    checkExamples(root, reading)
  })
  if (program !== undefined) return { program }
  const faults = reading.faults ?? { problems: [], more: 0 }
  return names === undefined ? { faults } : { faults, names }
}

/** Returns the names of a file with faults; `undefined` if one of them cannot be read. */
const namesIn = (root: YamlNode): ReadonlyArray<string> | undefined => {
  if (root.kind === "map" && root.repeated.some(({ key }) => key === "names")) return undefined
  const lists = root.kind === "map" ? root.entries.filter(({ key }) => key === "names") : []
  const names = lists
    .flatMap(({ value }) => (value.kind === "list" ? value.items : [value]))
    .map((item) =>
      item.kind === "scalar" && typeof item.value === "string" && item.value !== "" ? item.value : undefined
    )
  return names.length > 0 && names.every((name) => name !== undefined) ? names : undefined
}
