import { cloudTokens } from "./cloudTokens.ts"
import { forgeTokens } from "./forgeTokens.ts"
import { furtherTokens } from "./furtherTokens.ts"
import { serviceTokens } from "./serviceTokens.ts"
import { sharedForms } from "./sharedForms.ts"
import { token } from "./TokenForm.ts"

/** Tokens of any issuer that name themselves: `acme_live_…`, `x-token-…`. */
const selfNamed = token(
  "many",
  "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/",
  "[A-Za-z][A-Za-z0-9]{0,15}[_-](?:live|prod|secret|token|apikey|key|pat|tkn|api)[_-](?=[a-z_-]{0,64}[A-Z0-9])(?=[A-Za-z_-]{0,64}\\d)[A-Za-z0-9]{20,}[A-Za-z0-9_-]*"
)

/**
 * All forms by which secrets are recognised wherever they stand. Forms of one issuer come before forms that many share.
 */
export const tokenForms = [
  ...sharedForms,
  ...forgeTokens,
  ...serviceTokens,
  ...cloudTokens,
  ...furtherTokens,
  selfNamed
]
