import { html } from "hono/html"

/** The chat page: the messages, the pending questions, and the input field. */
export const renderPage = (user: string) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Chat</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 42rem; padding: 0 1rem; }
      pre { white-space: pre-wrap; margin: 0 0 1rem; }
      fieldset { border: 1px solid #b58900; border-radius: 6px; margin: 0 0 1rem; }
      #text { width: 100%; box-sizing: border-box; font: inherit; padding: 0.5rem; }
    </style>
  </head>
  <body>
    <h1>Chat of ${user}</h1>
    <div id="said" aria-live="polite"></div>
    <div id="questions" aria-live="assertive"></div>
    <form id="chat"><label for="text">Your message</label> <input id="text" autocomplete="off" placeholder="write note.txt Hello" /></form>
    <script>
      const by = (id) => document.getElementById(id)
      const line = (text) => by("said").appendChild(Object.assign(document.createElement("pre"), { textContent: text }))
      const post = (path, body) =>
        fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
      by("chat").addEventListener("submit", async (event) => {
        event.preventDefault()
        const text = by("text").value
        by("text").value = ""
        line("You: " + text)
        const response = await post("/chat", { text })
        line("Assistant: " + (response.ok ? (await response.json()).text : "Something went wrong."))
      })
      setInterval(async () => {
        const questions = await (await fetch("/approvals")).json()
        const ids = questions.map(({ id }) => id).join()
        if (by("questions").dataset.ids === ids) return
        by("questions").dataset.ids = ids
        by("questions").replaceChildren(...questions.map(shown))
      }, 500)
      const shown = ({ id, why, summary }) => {
        const box = document.createElement("fieldset")
        const text = Object.assign(document.createElement("pre"), { textContent: why + "\\n\\n" + summary })
        const buttons = ["approve", "deny"].map((decision) => {
          const button = Object.assign(document.createElement("button"), { textContent: decision })
          button.addEventListener("click", () => post("/approvals/" + id, { decision }))
          return button
        })
        box.append(text, ...buttons)
        return box
      }
    </script>
  </body>
</html>`
