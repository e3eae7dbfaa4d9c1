import { describe, expect, it } from "vitest"
import { isSecretName } from "../src/names/isSecretName.ts"

describe("the name of a secret", () => {
  it.each(
    "password PASSWORD passwd Password2 db_password dbPassword PGPASSWORD mysql-password password_confirmation passphrase secret client_secret clientSecret token access_token accessToken authToken authtoken refresh_token api_key apikey apiKey APIKey X-Api-Key x_api_key OPENAI_API_KEY authorization Authorization Proxy-Authorization cookie Set-Cookie cookies private_key privateKey PRIVATE-KEY ssh_key credential credentials aws_secret_access_key secrets pwd pass pin otp jwt --password access_tokens passwords".split(
      " "
    )
  )("is %s", (name) => expect(isSecretName(name)).toBe(true))

  it.each(
    "token_count max_tokens tokens total_tokens max_token_length tokenizer token_type token_budget password_file password_length password_policy secret_name secretary bypass compass passage passenger key keys primary_key foreign_key keyboard monkey author authors authority path pinned spin cookie_policy use_token has_password credentials_path auth_type keyword pass_rate_id tokenize public_key".split(
      " "
    )
  )("is not %s", (name) => expect(isSecretName(name)).toBe(false))
})
