import type { ClientFault, ClientText } from "./ClientText.ts"
import { jsonText } from "./jsonText.ts"
import type { McpClient } from "./McpClient.ts"
import { tomlText } from "./tomlText.ts"

/** Reads the text of a client's configuration, or returns the problem that makes it unreadable. */
export const readClientText = (text: string, client: McpClient, home: string): ClientText | ClientFault =>
  client.form === "toml" ? tomlText(text, client, home) : jsonText(text, client, home)
