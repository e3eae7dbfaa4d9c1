import { cloudTokens } from "./cloudTokens.ts"
import { forgeTokens } from "./forgeTokens.ts"
import { serviceTokens } from "./serviceTokens.ts"
import { sharedForms } from "./sharedForms.ts"
import { token } from "./TokenForm.ts"

/** Tokens of anybody that say what they are: `acme_live_…`, `x-token-…`. */
const speaking = token(
  "many",
  "https://github.blog/engineering/behind-githubs-new-authentication-token-formats/",
  "[A-Za-z][A-Za-z0-9]{0,15}[_-](?:live|prod|secret|token|apikey|key|pat|tkn|api)[_-](?=[a-z_-]{0,64}[A-Z0-9])(?=[A-Za-z_-]{0,64}\\d)[A-Za-z0-9]{20,}[A-Za-z0-9_-]*"
)

/** All that is known of how secrets look wherever they stand. What is known of one vendor goes before what many share. */
export const tokenForms = [...sharedForms, ...forgeTokens, ...serviceTokens, ...cloudTokens, speaking]

/** Not within a word, as in "task-…", unless what stands before is the end of an escape. */
const start = String.raw`(?<![A-Za-z0-9](?<!\\[nrt]))`

/** The frame of a key has blanks. */
const forms = tokenForms.flatMap(({ forms }) => forms)
const frames = forms.filter((form) => form.startsWith("-"))
const others = forms.filter((form) => !form.startsWith("-"))

/** Whether a text may hold a frame. */
export const framed = /---- ?BEGIN/

/** Whatever else is a token is no shorter than so many characters without a blank. */
export const shortestToken = 14

/** Secrets by their form: the group of a match that is not empty is what is to be kept. */
export const tokenPattern = new RegExp(
  `${start}(?:${frames.join("|")}|(?=\\S{${shortestToken}})(?:${others.join("|")}))`,
  "g"
)
