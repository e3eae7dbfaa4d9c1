export type { Examples, ListedWords, OpenWords, ProgramFile } from "./ProgramFile.ts"
export { makeProgramSchema } from "./reading/makeProgramSchema.ts"
export { readProgram } from "./reading/readProgram.ts"
export { readOption, type WrittenOption } from "./readOption.ts"
