import { html } from "../page/html.ts"

/** The content of the page on which a browser signs in. The script shows one of its parts. */
export const signInBody = html`<h1 id="title">Sign in</h1>
<noscript><p class="alarm">This page needs scripts: it keeps the session in the storage of this browser.</p></noscript>
<p class="alarm" role="alert" id="fault" hidden></p>
<section id="signed-out">
<p>Open the address that <code>toolgate serve</code> printed when it started, or enter the code behind its <code>#</code>.</p>
<form id="sign-in">
<p><label for="code">Code</label>
<input class="code" id="code" name="code" required autofocus autocomplete="off" autocapitalize="off" spellcheck="false"
 maxlength="64"></p>
<button>Sign in</button>
</form>
<p class="soft">A code works once, for ten minutes. Never enter a code that was sent to you.</p>
</section>
<section id="signed-in" hidden>
<dl>
<dt>Token</dt><dd id="name"></dd>
<dt>Rights</dt><dd id="rights"></dd>
<dt>Until</dt><dd id="until"></dd>
</dl>
<p><a href="docs">What this server answers</a></p>
<form id="sign-out"><button>Sign out</button></form>
</section>`
