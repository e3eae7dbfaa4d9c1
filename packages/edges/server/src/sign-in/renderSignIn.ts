import type { AccessToken } from "../access/AccessToken.ts"
import type { Page } from "../page/document.ts"
import { type Html, html } from "../page/html.ts"

/** The reason why a sign-in failed. */
export type SignInFault = keyof typeof faults

/** Renders the page on which a browser signs in. The code comes with the address, or a person enters it. */
export const renderSignIn = (fault?: SignInFault): Page => ({
  title: fault === undefined ? "Sign in" : "Not signed in",
  body: html`<h1>Sign in</h1>
${fault === undefined ? undefined : html`<p class="alarm" role="alert" id="fault">${faults[fault]}</p>`}
<p>Open the address that <code>toolgate serve</code> printed when it started, or enter the code behind its <code>#</code>.</p>
<form method="post" action="/sign-in">
<p><label for="code">Code</label>
<input class="code" id="code" name="code" required autofocus autocomplete="off" autocapitalize="off" spellcheck="false"
 maxlength="64"${fault === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`}></p>
<button>Sign in</button>
</form>
<p class="soft">A code works once, for ten minutes. Never enter one that somebody else sent you.</p>`
})

/** Renders the page of a browser that is signed in. */
export const renderSignedIn = ({ name, rights, expiresAt }: AccessToken): Page => ({
  title: "Signed in",
  body: html`<h1>You are signed in</h1>
<dl>
<dt>Token</dt><dd>${name}</dd>
<dt>Rights</dt><dd>${[...rights].join(", ")}</dd>
${expiresAt === undefined ? undefined : end(expiresAt)}
</dl>
<p><a href="/docs">What this server answers</a></p>
<form method="post" action="/sign-out"><button>Sign out</button></form>`
})

const end = (at: number): Html => {
  const text = new Date(at).toISOString()
  return html`<dt>Until</dt><dd><time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time></dd>`
}

const faults = {
  code: "This code is wrong, too old, or was used already. If you have not used it, somebody else has: start the server again, and revoke the token if you do not know who.",
  token:
    "There is no valid token of a person. Add one in a terminal, and try again: toolgate token add NAME --right decide --right read",
  store: "The tokens cannot be read at the moment. The code is still good; try again."
}

/** Takes the code out of the address and the history, and sends it. */
export const sendCode = `
const input = document.querySelector("input[name=code]")
const code = location.hash.slice(1)
if (code) {
  history.replaceState(null, "", location.pathname)
  if (input && !document.querySelector("[role=alert]")) {
    input.value = code
    input.form.submit()
  }
}
`
