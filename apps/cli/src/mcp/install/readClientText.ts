import type { ClientFault, ClientText } from "./ClientText.ts"
import type { McpClient } from "./McpClient.ts"
import { readJsonText } from "./readJsonText.ts"
import { readTomlText } from "./readTomlText.ts"

/** Reads the text of a client's configuration, or returns the problem that makes it unreadable. */
export const readClientText = (text: string, client: McpClient, home: string): ClientText | ClientFault =>
  client.form === "toml" ? readTomlText(text, client, home) : readJsonText(text, client, home)
