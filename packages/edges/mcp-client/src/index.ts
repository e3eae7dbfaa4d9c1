export type { ReferenceSources } from "@toolgate/local-secrets/references"
export type { SignIns } from "./authorization/SignIns.ts"
export { loadMcpConfig, type McpConfigOptions, parseMcpConfig } from "./config/loadMcpConfig.ts"
export type {
  ApprovalWay,
  ClientToken,
  HttpAuthorization,
  HttpSource,
  McpConfig,
  McpServerEntry,
  StdioSource,
  ToolOverlay
} from "./config/McpConfig.ts"
export { McpConfigInvalid } from "./config/McpConfigInvalid.ts"
export { ReferenceUnresolved, type ResolvedSource, resolveSource } from "./config/resolveSource.ts"
export { hasPrograms, type ServerGrant } from "./upstream/createServerGrant.ts"
export { getServerOwner } from "./upstream/getServerOwner.ts"
export { getWorstEffect } from "./upstream/getToolEffects.ts"
export type { ListedTool } from "./upstream/listedTool.ts"
export type { McpServerStatus, ToolFault } from "./upstream/McpServerStatus.ts"
export { McpServers, type McpServersOptions } from "./upstream/McpServers.ts"
export type { ListedPrompt, ListedResource, ListedTemplate, ServerOffers } from "./upstream/offers/ServerOffers.ts"
export { type McpSource, readMcpServers } from "./upstream/readMcpServers.ts"
export { ServerFault } from "./upstream/ServerFault.ts"
