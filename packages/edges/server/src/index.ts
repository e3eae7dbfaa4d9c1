export type { OwnNames } from "./access/guardRequests.ts"
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
