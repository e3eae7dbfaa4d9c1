import type { McpClient } from "../McpClient.ts"
import { shownJson } from "./shownJson.ts"
import { shownToml } from "./shownToml.ts"

/**
 * Returns a client's configuration for display. Values other than the server's identity and address are replaced with `…`, because any of
 * them may be a secret.
 */
export const shownClientText = (text: string, client: McpClient): string =>
  client.form === "toml" ? shownToml(text, client) : shownJson(text, client)
