import type { McpClient } from "../McpClient.ts"
import { formatShownJson } from "./formatShownJson.ts"
import { formatShownToml } from "./formatShownToml.ts"

/**
 * Returns a client's configuration for display. Values other than the server's identity and address are replaced with `…`, because any of
 * them may be a secret.
 */
export const formatClientText = (text: string, client: McpClient): string =>
  client.form === "toml" ? formatShownToml(text, client) : formatShownJson(text, client)
