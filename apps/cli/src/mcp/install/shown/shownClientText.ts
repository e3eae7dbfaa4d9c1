import type { McpClient } from "../McpClient.ts"
import { shownJson } from "./shownJson.ts"
import { shownToml } from "./shownToml.ts"

/**
 * Returns the text of a client's configuration as it may be printed. Only what a server is and how it is reached stays: any other value
 * may be a secret, whatever its name is, and is `…`.
 */
export const shownClientText = (text: string, client: McpClient): string =>
  client.form === "toml" ? shownToml(text, client) : shownJson(text, client)
