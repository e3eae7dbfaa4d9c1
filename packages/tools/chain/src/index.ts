export { type DeclaredTool, declarations } from "./declarations/declarations.ts"
export { describeTools } from "./declarations/describeTools.ts"
export { scriptDescription } from "./declarations/scriptDescription.ts"
export { searchTools } from "./declarations/searchTools.ts"
