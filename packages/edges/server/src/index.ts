export type { OwnNames } from "./access/guardRequests.ts"
<<<<<<< HEAD
export type { Limits } from "./access/TokenLimits.ts"
export type { Right } from "./api/Right.ts"
export type { StreamBounds } from "./events/EventStreams.ts"
export type { McpHttpOptions } from "./mcp/McpHttpOptions.ts"
export type { McpToken } from "./mcp/McpToken.ts"
export { openApprovalPage, openServer, serveMcpHttp } from "./open.ts"
export type { ApprovalPage, ApprovalPageOptions } from "./page/ApprovalPage.ts"
export type { ListenAt, McpDoorOptions, OpenServer, ServerOptions } from "./ServerOptions.ts"
=======
export { type Limits, usualLimits } from "./access/TokenLimits.ts"
export {
  loadServerSettings,
  parseServerSettings,
  ServerSettingsInvalid
} from "./config/loadServerSettings.ts"
export type { ServerLimits, ServerSettings } from "./config/ServerSettings.ts"
export { parseAddress, serverShape } from "./config/serverShape.ts"
export { type StreamBounds, usualBounds } from "./events/EventStreams.ts"
export { openServer } from "./openServer.ts"
export { type OpenServerStore, openServerStore } from "./openServerStore.ts"
export type { RunnerLimits } from "./runners/RunnerLimits.ts"
export type { ListenAt, OpenServer, ServerOptions, ServerStore } from "./ServerOptions.ts"
export type { WebhookOptions, Webhooks } from "./webhooks/openWebhooks.ts"
export type { WebhookEndpoint, WebhookEvent, WebhookLimits, WebhookStatus } from "./webhooks/WebhookEndpoint.ts"
>>>>>>> origin/main
