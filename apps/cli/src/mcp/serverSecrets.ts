import { holdsReference } from "@toolgate/local-secrets/references"
import type { McpServerEntry } from "@toolgate/mcp-client"
import { ConfigurationMask } from "@toolgate/redaction"
import type { ClientText } from "./install/ClientText.ts"

/** The parts of a server's entry that may hold secrets. */
interface SecretParts {
  readonly command?: ReadonlyArray<string>
  readonly url?: string
  readonly env?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly auth?: { readonly clientSecret?: string; readonly privateKey?: string }
}

/** Returns the values of variables and headers that stand in an entry itself. */
export const literalValues = ({ env = {}, headers = {}, auth = {} }: SecretParts): ReadonlyArray<string> =>
  [...Object.values(env), ...Object.values(headers), auth.clientSecret ?? "", auth.privateKey ?? ""].filter(
    (value) => value !== "" && !holdsReference(value)
  )

/** Returns the secrets that an entry holds: its literal values, and those in its command and in its URL. */
export const serverSecrets = (parts: SecretParts): ReadonlyArray<string> => {
  const { command = [], url = "" } = parts
  const mask = new ConfigurationMask()
  mask.value([command, url])
  return [...literalValues(parts), ...mask.secrets]
}

/** Returns the secrets that the servers in a client's configuration hold. */
export const clientSecrets = ({ servers }: ClientText): ReadonlyArray<string> =>
  servers.flatMap(({ draft }) => ("obstacle" in draft ? [] : serverSecrets(draft)))

/** Returns how a server is reached, as it may be printed: its command or its URL, without secrets. */
export const shownSource = (source: McpServerEntry["source"]): ReadonlyArray<string> =>
  new ConfigurationMask().value(source.kind === "http" ? [source.url] : source.command)
