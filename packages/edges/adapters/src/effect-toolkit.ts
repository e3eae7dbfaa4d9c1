export { type GateToolkit, toolsFor } from "./effect-toolkit/toolsFor.ts"
