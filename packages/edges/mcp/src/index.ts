export type {
  ApprovalWay,
  HttpSource,
  McpConfig,
  McpServerEntry,
  StdioSource,
  ToolOverlay
} from "./config/McpConfig.ts"
