import { createHash } from "node:crypto"
import { Html, html } from "./html.ts"

export interface Page {
  readonly title: string
  readonly body: Html
}

/** Renders a page as a whole document. Its script is that of the approval page, or its own. */
export const renderDocument = ({ title, body }: Page, script: string = keepToken): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Toolgate</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
${body}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`.text

/**
 * Stores the token of a signed-in browser and sends it with later pages. The storage belongs to this port alone, unlike
 * a cookie. Without scripts, each page asks for the code.
 */
const keepToken = `
try {
  const input = document.querySelector("input[name=token]")
  const kept = localStorage.getItem("toolgate")
  if (input?.value) localStorage.setItem("toolgate", input.value)
  else if (input && kept) {
    input.value = kept
    input.form.submit()
  }
} catch {}
`

const style = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2024; --soft: #5b6470; --line: #d5dae0; --field: #f5f7f9;
  --yes: #17693b; --no: #a8202a; --alarm: #fdeceb; --link: #0b57a4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --ink: #e8ebee; --soft: #a3adb8; --line: #3a424b; --field: #1f2429;
    --yes: #2a8350; --no: #c5404a; --alarm: #3d1d20; --link: #86bdf5;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem }
p, ol, ul { margin: 0 0 1rem }
a { color: var(--link) }
code, pre, input.code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9375em }
pre {
  margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--field);
  white-space: pre-wrap; overflow-wrap: anywhere; font-variant-ligatures: none
}
/* Letters that are written from right to left would move their neighbours. Here each stands where it is in the call. */
pre span, dd, li { unicode-bidi: bidi-override }
pre span { display: block; padding-left: 8ch; text-indent: -8ch }
pre .further { margin-left: 8ch; padding-left: 1ch; border-left: 2px solid var(--line); text-indent: 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
.alarm, .done { padding: .75rem 1rem; border-left: 4px solid var(--no); background: var(--alarm) }
.done { border-color: var(--yes); background: var(--field) }
label { display: block; margin: 0 0 .25rem; font-weight: 600 }
input {
  width: 100%; max-width: 30rem; padding: .5rem .625rem; border: 1px solid var(--soft); border-radius: 6px;
  background: var(--paper); color: var(--ink); font: inherit
}
button {
  padding: .5625rem 1.125rem; border: 1px solid transparent; border-radius: 6px; background: var(--ink); color: var(--paper);
  font: inherit; font-weight: 600; cursor: pointer
}
button.yes { background: var(--yes); color: #fff }
button.no { background: var(--no); color: #fff }
button.plain { padding: 0; border: 0; background: none; color: var(--link); font-weight: 400; text-decoration: underline }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
form { margin: 0 0 1.5rem }
form.deny { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; padding-top: 1.25rem; border-top: 1px solid var(--line) }
form.deny div { flex: 0 1 30rem }
.soft { color: var(--soft) }
ul.calls { list-style: none; padding: 0 }
ul.calls li { padding: .75rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
@media (max-width: 34rem) {
  dl { display: block }
  dd { margin: 0 0 .5rem }
  pre span { padding-left: 6ch; text-indent: -6ch }
  pre .further { margin-left: 6ch; padding-left: 1ch }
  form:not(.all) button, form.deny div { flex-basis: 100%; width: 100% }
}
@media (forced-colors: active) { button { border-color: ButtonBorder } }
`

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Makes the headers of documents. No script but this one runs in them. */
export const makeHeaders = (script: string, ...further: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    ...further,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // With "no-referrer", browsers would omit the origin of the page's own forms.
  "referrer-policy": "same-origin",
  connection: "close"
})

/** The headers of the documents of the approval page. */
export const headers = makeHeaders(keepToken)
