export { type FoundContent, findChanged, readContent } from "./contents/FileContents.ts"
export { findProgram, findScripts, wordsAsPaths } from "./contents/findScripts.ts"
