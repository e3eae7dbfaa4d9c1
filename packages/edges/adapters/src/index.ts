export type { FromOptions, ToolAssumptions } from "./foreignTool.ts"
export type { Door, GateToolsOptions, ToolsChoices, ToolsOptions } from "./ToolsOptions.ts"
