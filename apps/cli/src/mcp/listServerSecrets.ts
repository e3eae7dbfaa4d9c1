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

/** Returns literal values of variables and headers in an entry. */
export const listLiteralValues = ({ env = {}, headers = {}, auth = {} }: SecretParts): ReadonlyArray<string> =>
  [...Object.values(env), ...Object.values(headers), auth.clientSecret ?? "", auth.privateKey ?? ""].filter(
    (value) => value !== "" && !holdsReference(value)
  )

/** Returns the secrets in an entry: literal values, and secrets in its command and URL. */
export const listServerSecrets = (parts: SecretParts): ReadonlyArray<string> => {
  const { command = [], url = "" } = parts
  const mask = new ConfigurationMask()
  mask.value([command, url])
  return [...listLiteralValues(parts), ...mask.secrets]
}

/** Returns the secrets that the servers in a client's configuration hold. */
export const listClientSecrets = ({ servers }: ClientText): ReadonlyArray<string> =>
  servers.flatMap(({ draft }) => ("obstacle" in draft ? [] : listServerSecrets(draft)))

/** Returns a server's command or URL for display, without secrets. */
export const formatSource = (source: McpServerEntry["source"]): ReadonlyArray<string> =>
  new ConfigurationMask().value(source.kind === "http" ? [source.url] : source.command)
