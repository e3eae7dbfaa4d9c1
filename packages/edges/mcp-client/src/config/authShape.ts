import { referringText } from "@toolgate/local-secrets/references"
import { listOf, oneOf, recordOf, type Shape, textOf } from "@toolgate/yaml-reading"
import type { HttpAuthorization } from "./McpConfig.ts"

const issuer: Shape<string> = textOf("a URL", (text, { node }, reading) =>
  /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(text) && URL.canParse(text)
    ? text
    : reading.fault(node.at, () => '"issuer" must be the URL of an authorization server, without a query')
)

const scope: Shape<string> = textOf("a string", (text, { node }, reading) =>
  // The characters that RFC 6749 allows in a scope.
  /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(text)
    ? text
    : reading.fault(node.at, () => "a scope has 1 to 200 ASCII characters, without spaces, quotes and backslashes")
)

export const auth: Shape<HttpAuthorization> = recordOf(
  "an authorization",
  {
    grant: {
      shape: oneOf("grant", ["authorization_code", "client_credentials"]),
      description: "Whether a person signs in, or the client gets its tokens by itself.",
      absent: "authorization_code"
    },
    client_id: {
      shape: referringText,
      description: "A client that the authorization server knows.",
      absent: "one is registered at each sign-in"
    },
    client_secret: { shape: referringText, description: "The secret of the client.", absent: "the client has none" },
    private_key: {
      shape: referringText,
      description: "The private key of the client, in PEM, with the grant client_credentials.",
      absent: "the client has none"
    },
    issuer: {
      shape: issuer,
      description: "The authorization server of the client.",
      absent: "the one that the server names"
    },
    scopes: {
      shape: listOf("a list of scopes", scope),
      description: "The scopes to ask for.",
      absent: "those that the server names"
    }
  },
  (
    { grant, client_id: clientId, client_secret: clientSecret, private_key: privateKey, issuer, scopes },
    at,
    reading
  ) => {
    const fault = (message: string) => reading.fault(at, () => message)
    const isMachine = grant === "client_credentials"
    const credentials = [clientSecret, privateKey].filter((given) => given !== undefined).length
    if (isMachine && credentials !== 1)
      return fault('the grant client_credentials needs either "client_secret" or "private_key"')
    if (!isMachine && privateKey !== undefined)
      return fault('"private_key" is for the grant client_credentials; write it, or leave the key out')
    if (credentials > 0 && clientId === undefined)
      return fault('a secret or key needs the "client_id" that it belongs to')
    // The server names its authorization server, and could otherwise choose who receives the secret.
    if (credentials > 0 && issuer === undefined)
      return fault('a secret or key needs the "issuer", the one authorization server that it is for')
    return {
      ...(grant === undefined ? {} : { grant }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(privateKey === undefined ? {} : { privateKey }),
      ...(issuer === undefined ? {} : { issuer }),
      ...(scopes === undefined ? {} : { scopes })
    }
  }
)
