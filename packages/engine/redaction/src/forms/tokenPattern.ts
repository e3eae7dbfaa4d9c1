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

/** Excludes the middle of a word, as in "task-…", unless the text before is the end of an escape. */
const start = String.raw`(?<![A-Za-z0-9](?<!\\[nrt]))`

/** The forms of a framed key are kept apart, because the frame holds blanks. */
const forms = tokenForms.flatMap(({ forms }) => forms)
const frames = forms.filter((form) => form.startsWith("-"))
const others = forms.filter((form) => !form.startsWith("-"))

/** The text without which there is no frame. */
export const framed = /---- ?BEGIN/

/** The fewest characters, without a blank, of a token that has no frame. */
export const shortestToken = 14

/** A pattern for secrets by their form. The group of a match that is not empty is kept. */
export const tokenPattern = new RegExp(
  `${start}(?:${frames.join("|")}|(?=\\S{${shortestToken}})(?:${others.join("|")}))`,
  "g"
)
