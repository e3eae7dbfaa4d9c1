export { createTools, type GateToolkit } from "./effect-toolkit/createTools.ts"
