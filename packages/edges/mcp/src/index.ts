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
export type { ApprovalPage, ApprovalPageOptions } from "./page/ApprovalPage.ts"
export { openApprovalPage } from "./page.ts"
export type { McpCaller, McpToken } from "./serve/McpCaller.ts"
export type { ServedSkills } from "./serve/ServedSkills.ts"
export type { HttpOptions, HttpServing, ServedGate, ServeOptions, StdioOptions } from "./serve/ServeOptions.ts"
export { serveMcpHttp, serveMcpStdio } from "./serve.ts"
export type { McpServerStatus, ToolFault } from "./upstream/McpServerStatus.ts"
export { McpServers, type McpServersOptions } from "./upstream/McpServers.ts"
export type { ListedPrompt, ListedResource, ListedTemplate, ServerOffers } from "./upstream/offers/ServerOffers.ts"
export { ServerFault } from "./upstream/ServerFault.ts"
export type { ServerGrant } from "./upstream/serverGrant.ts"
export { serverOwner } from "./upstream/serverOwner.ts"
