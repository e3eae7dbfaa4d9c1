export { type FoundContent, findChanged, readContent, readContents } from "./contents/FileContents.ts"
export {
  beginsInFolder,
  findProgram,
  findRunFiles,
  findScripts,
  type RunFiles,
  searchRunFiles,
  wordsAsPaths
} from "./contents/findScripts.ts"
export { installedPackages } from "./contents/ProjectReader.ts"
