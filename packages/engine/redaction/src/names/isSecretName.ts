import { doubtful, keys, passwords } from "./secretWords.ts"

/**
 * Whether a name denotes a secret. Ignores case, separators and prefixes: `dbPassword`, `X-Api-Key` and `PGPASSWORD`
 * are secret names. Names that end in a property (`token_count`, `password_file`) or begin like a number or switch
 * (`max_tokens`, `use_token`) are not.
 */
export const isSecretName = (name: string): boolean => {
  // A longer name is prose, which is searched by pattern.
  if (name.length > 128 || path.test(name)) return false
  const words = wordsOf(name)
  return secret.test(words) && !harmless.test(words)
}

/** The path of a file in a package. */
const path = /^\.{1,2}\//

/** Whether a name is ambiguous, so that its value is a secret only if it looks like one: `key`, `code`, `sessionid`. */
export const isDoubtfulName = (name: string): boolean => name.length <= 128 && perhaps.test(wordsOf(name))

/** Whether a name denotes something harmless, such as an id, a hash or a file name. */
export const isHarmlessName = (name: string): boolean => name.length <= 128 && known.test(wordsOf(name))

const wordsOf = (name: string): string =>
  plain.test(name)
    ? separated(name)
    : separated(
        name
          .normalize("NFKC")
          .normalize("NFD")
          .replace(/(?<=[a-z])\p{M}+/giu, "")
          .normalize("NFC")
      )

const plain = /^[\x20-\x7e]*$/

const separated = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]+/gu, "_")
    .replace(/^_|_$/g, "")

const anywhere = `${passwords}|api_?keys?|(?:auth|access|refresh|session|bearer|id)_?tokens?|client_?secrets?`
const asWords =
  "secrets?|token|credentials?|creds?|cookies?|bearer|auth|authorization|authorisation|jwt|pwd|pass|otp|totp|pin|cvv|cvc|ssn" +
  `|psk|shared_?access_?signature|mnemonic|(?:seed|recovery|backup)_?(?:phrase|words|codes?)|card_?number|iban|${keys}_?keys?`

const secret = new RegExp(`(?:${anywhere})(?:_|\\d|$)|(?:^|_)(?:${asWords})\\d*(?:_|$)`)

const perhaps = new RegExp(`(?:^|_)(?:${doubtful})\\d*$`)

const ends =
  "count|counts|length|len|size|limit|limits|budget|usage|used|type|types|name|names|id|ids|file|files|path|paths" +
  "|dir|folder|url|uri|endpoint|field|policy|mode|method|scheme|ttl|seconds|minutes|hours|days|expiry|expires|expiration|expires_(?:in|at)|enabled" +
  "|required|strength|index|at|by|version|format|algorithm|provider|label|title|placeholder|hint|help|tooltip|prompt|caption"

const harmless = new RegExp(
  `^(?:max|min|num|total|count|n|has|is|use|uses|no|needs|requires?|allow|skip|with)_|_(?:${ends})$`
)

const known = new RegExp(
  `(?:^|_)(?:${ends}|hash|h\\d|sha|sha\\d{1,3}|digest|checksum|integrity|commit|revision|rev|etag|uuid|guid|ref|cid|class|src|href|image|img|data)$`
)
