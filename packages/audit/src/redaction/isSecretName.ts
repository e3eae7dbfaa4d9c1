/**
 * Whether what stands under a name is to be taken for a secret. Case and separators do not matter, nor does what comes before:
 * `dbPassword`, `X-Api-Key` and `PGPASSWORD` are. A name that ends in what a secret has (`token_count`, `password_file`), or
 * that begins like a number or a switch (`max_tokens`, `use_token`), is not.
 */
export const isSecretName = (name: string): boolean => {
  // A longer one is prose; what its text holds is looked for by pattern.
  if (name.length > 128) return false
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_")
    .replace(/^_|_$/g, "")
  return secret.test(words) && !harmless.test(words)
}

const anywhere =
  "pass_?(?:words?|wds?|phrases?|codes?)|api_?keys?|(?:auth|access|refresh|session|bearer|id)_?tokens?|client_?secrets?"
const asWords =
  "secrets?|token|credentials?|creds?|cookies?|bearer|auth|authorization|authorisation|jwt|pwd|pass|otp|totp|pin|cvv|cvc|ssn" +
  "|(?:private|secret|access|signing|encryption|master|account|session|service|deploy|license|ssh|shared|host|storage)_?keys?"

const secret = new RegExp(`(?:${anywhere})(?:_|\\d|$)|(?:^|_)(?:${asWords})\\d*(?:_|$)`)

const harmless = new RegExp(
  "^(?:max|min|num|total|count|n|has|is|use|uses|no|needs|requires?|allow|skip|with)_" +
    "|_(?:count|counts|length|len|size|limit|limits|budget|usage|used|type|types|name|names|id|ids|file|files|path|paths" +
    "|dir|folder|url|uri|endpoint|field|policy|mode|method|scheme|ttl|expiry|expires|expiration|expires_(?:in|at)|enabled" +
    "|required|strength|index|at|by|version|format|algorithm|provider)$"
)
