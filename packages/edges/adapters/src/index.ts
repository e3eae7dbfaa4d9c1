export type { Door, GateToolsOptions, ToolsChoices, ToolsOptions } from "./ToolsOptions.ts"
