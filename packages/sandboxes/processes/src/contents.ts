export { type FoundContent, findChanged, readContent } from "./contents/FileContents.ts"
export {
  beginsInFolder,
  findProgram,
  findRunFiles,
  findScripts,
  type RunFiles,
  wordsAsPaths
} from "./contents/findScripts.ts"
export { installedPackages } from "./contents/LoadedFiles.ts"
