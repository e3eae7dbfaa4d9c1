// Loads no part of the server.
export { loadServerSettings, parseServerSettings, ServerSettingsInvalid } from "./config/loadServerSettings.ts"
export type { OidcSettings, ServerLimits, ServerSettings } from "./config/ServerSettings.ts"
export { parseAddress, serverShape } from "./config/serverShape.ts"
