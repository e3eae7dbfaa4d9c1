export type { Examples, ListedWords, OpenWords, ProgramFile } from "./ProgramFile.ts"
export { programSchema } from "./reading/programSchema.ts"
export { readProgram } from "./reading/readProgram.ts"
export { readOption, type WrittenOption } from "./readOption.ts"
