import type { ClientFault, ClientText } from "./ClientText.ts"
import { jsonText } from "./jsonText.ts"
import type { McpClient } from "./McpClient.ts"
import { tomlText } from "./tomlText.ts"

/** Reads the text of a client's configuration, or returns the problem that makes it unreadable. */
export const readClientText = (text: string, client: McpClient, home: string): ClientText | ClientFault => {
  const read = client.form === "toml" ? tomlText(text, client, home) : jsonText(text, client, home)
  return "fault" in read || read.servers.length <= mostServers
    ? read
    : { fault: `it has ${read.servers.length} servers, and at most ${mostServers} are read` }
}

/** The most servers of one configuration. Each edit of the text reads the whole of it. */
const mostServers = 256
