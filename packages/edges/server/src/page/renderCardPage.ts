import { type ApprovalRequest, escapeUnprintable } from "@toolgate/core"
import type { Page } from "./document.ts"
import { type Html, html } from "./html.ts"

/** Renders the page of a question: its whole card, and below it the buttons. */
export const renderCardPage = (request: ApprovalRequest, isOpen: boolean, token: string): Page => {
  const name = escapeUnprintable(request.toolName)
  const isEscalation = request.kind === "escalation"
  const heading = isEscalation
    ? html`<h1><code>${name}</code> asks you</h1>`
    : html`<h1>May <code>${name}</code> run?</h1>`
  return {
    title: isOpen ? (isEscalation ? `${name} asks you` : `May ${name} run?`) : `${name}: over`,
    body: html`${isOpen ? heading : html`<h1>Call of <code>${name}</code></h1>${over}`}
${card(request)}
${isOpen && request.unreadable === undefined ? (isEscalation ? answers(token) : decisions(token)) : undefined}
${listForm(token)}`
  }
}

/** Renders the page that shows the outcome of a decision. */
export const renderOutcomePage = (heading: string, message: string, isDone: boolean, token: string): Page => ({
  title: heading,
  body: html`<h1>${heading}</h1>
<p class="${isDone ? "done" : "alarm"}" role="status">${escapeUnprintable(message)}</p>
${listForm(token)}`
})

/** Renders the list of pending questions. */
export const renderListPage = (requests: ReadonlyArray<ApprovalRequest>, token: string): Page => ({
  title: requests.length === 0 ? "No calls are waiting" : `Waiting calls: ${requests.length}`,
  body: html`<h1>Calls that wait for a decision</h1>
${requests.length === 0 ? html`<p>No calls are waiting.</p>` : html`<ul class="calls">${requests.slice(0, mostListed).map(listed)}</ul>`}
${requests.length > mostListed ? html`<p>And ${requests.length - mostListed} more.</p>` : undefined}
${listForm(token, "Look again")}`
})

const mostListed = 100

const listed = ({ id, toolName, sideEffects, agent, askedAt, projectedModifications }: ApprovalRequest): Html =>
  html`<li><a href="/approvals/${encodeURIComponent(id)}"><code>${escapeUnprintable(toolName)}</code> (${sideEffects})</a> for ${escapeUnprintable(agent)}
 <span class="soft">since ${time(askedAt)}</span>${changed(projectedModifications)}</li>`

const changed = (files: ReadonlyArray<string>): Html | undefined =>
  files.length === 0 ? undefined : html`<br><span class="soft">It would change ${files.join(", ")}</span>`

// The gate has escaped the model's texts in the summary and in `projectedModifications`. Names are not escaped.
const card = ({ summary, why, because, agent, session, projectedModifications, ...request }: ApprovalRequest): Html =>
  html`${request.risk === "CRITICAL" ? html`<p class="alarm">Its risk is <strong>CRITICAL</strong>.</p>` : undefined}
${request.inspectable ? undefined : html`<p class="alarm">${request.unreadable ?? unseen}</p>`}
<h2 id="call">The call</h2>
<pre aria-labelledby="call">${summary.split("\n").map(line)}</pre>
<dl>
<dt>Asked because</dt><dd>${why} (${escapeUnprintable(because.rule)}, ${escapeUnprintable(because.source)})</dd>
${projectedModifications.length === 0 ? undefined : html`<dt>It would change</dt><dd>${projectedModifications.join(", ")}</dd>`}
<dt>Agent</dt><dd>${escapeUnprintable(agent)}</dd>
<dt>Session</dt><dd>${escapeUnprintable(session)}</dd>
<dt>Asked at</dt><dd>${time(request.askedAt)}</dd>
<dt>Decide until</dt><dd>${time(request.expiresAt)}</dd>
</dl>`

/**
 * Renders a line of a card. After a line break in a model's text, shown as `\n`, the rest is indented behind a bar, so
 * that it cannot pass for a line of ours.
 */
const line = (text: string): Html => {
  const [first, ...rest] = text
    .replaceAll(/(\\n)(?!",?$)|\\./g, (pair, end) => (end === undefined ? pair : `${pair}\n`))
    .split("\n")
  return html`<span>${first}</span>${rest.map((further) => html`<span class="further">${further}</span>`)}`
}

const unseen = "The call cannot be shown completely. If you approve it, you approve something that you have not seen."

const over = html`<p class="alarm" role="status">This call can no longer be decided: it was decided or withdrawn, or it expired.</p>`

const decisions = (token: string): Html => html`<h2>Your decision</h2>
<form method="post">${tokenField(token)}
<p class="soft">An approval is for this one call, as it is shown above.</p>
<button class="yes" name="decision" value="approve">Approve once</button>
</form>
<form class="deny" method="post">${tokenField(token)}
<div><label for="reason">Reason for the model, if you deny (optional)</label>
<input id="reason" name="reason" maxlength="500" autocomplete="off"></div>
<button class="no" name="decision" value="deny">Deny</button>
</form>`

// The Enter key presses the first button.
const answers = (token: string): Html => html`<h2>Your answer</h2>
<form method="post">${tokenField(token)}
<p class="soft">The agent receives your answer, which permits nothing.</p>
<div><label for="reason">Message for the agent (optional)</label>
<input id="reason" name="reason" maxlength="500" autocomplete="off"></div>
<button class="no" name="decision" value="deny">Deny</button>
<button class="yes" name="decision" value="approve">Approve</button>
</form>`

const listForm = (token: string, label = "All waiting calls"): Html =>
  html`<form class="all" method="post" action="/approvals">${tokenField(token)}<button class="plain">${label}</button></form>`

const tokenField = (token: string): Html => html`<input type="hidden" name="token" value="${token}">`

const time = (ms: number): Html => {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return html`an unknown time`
  const text = date.toISOString()
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`
}
