import type { Page } from "./document.ts"
import { html } from "./html.ts"

/** The last attempt to sign in: none yet, or why it failed. */
export type Attempt = "none" | "wrong" | "closed" | "over"

/** Renders the sign-in page. It looks the same whether or not its address belongs to a question. */
export const renderSignInPage = (command: string, attempt: Attempt): Page => ({
  title: attempt === "none" ? "Sign in" : "Not signed in",
  body: html`<h1>Sign in to decide calls</h1>
${attempt === "none" ? undefined : html`<p class="alarm" role="alert" id="fault">${faults[attempt]}</p>`}
${attempt === "closed" ? undefined : signInForm(command, attempt)}`
})

// Has a field for a token unless the token was just refused: an expired token must not be sent repeatedly.
const signInForm = (
  command: string,
  attempt: Attempt
) => html`<p>This browser is not signed in yet. Run in a terminal:</p>
<pre>${command}</pre>
<form method="post">
${attempt === "none" ? html`<input type="hidden" name="token">` : undefined}
<p><label for="code">The code that it prints</label>
<input class="code" id="code" name="code" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false"
 maxlength="64"${attempt === "wrong" ? html` aria-invalid="true" aria-describedby="fault"` : undefined}></p>
<button>Sign in</button>
</form>
<p class="soft">Enter the code only at the address that the command prints. With the code, anybody can decide every call of this gate.</p>`

const faults = {
  wrong: "This is not the code of this page. Run the command below, and enter what it prints.",
  closed:
    'Too many wrong codes were entered. This page accepts no codes until the gate restarts. Decide with "toolgate approvals" in a terminal.',
  over: "The gate has restarted since this browser signed in."
}
