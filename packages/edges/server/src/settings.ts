// Loads no part of the server.
export { loadServerSettings, parseServerSettings, ServerSettingsInvalid } from "./config/loadServerSettings.ts"
export type { OidcSettings, ServerLimits, ServerSettings, WebhookSettings } from "./config/ServerSettings.ts"
export { parseAddress, serverSchema, serverShape } from "./config/serverShape.ts"
