/**
 * The script of the page: takes the code out of the address and its history, exchanges it for a session, and keeps the
 * session in the storage of this origin. A cookie would be sent to every port of the host.
 */
export const signInScript = `
const kept = "toolgate.session"
const get = (id) => document.getElementById(id)
const code = location.hash.slice(1)
if (code !== "") history.replaceState(null, "", location.pathname)

// The paths are relative, because a proxy may serve the page below another path.
const ask = async (method, path, body) => {
  const headers = {}
  const token = localStorage.getItem(kept)
  if (token !== null) headers.authorization = "Bearer " + token
  if (body !== undefined) headers["content-type"] = "application/json"
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) })
  const text = await response.text()
  const answer = text === "" ? {} : JSON.parse(text)
  if (response.ok) return answer
  throw Object.assign(new Error(answer.detail), { status: response.status })
}

const show = (session) => {
  get("title").textContent = session ? "You are signed in" : "Sign in"
  document.title = (session ? "Signed in" : "Sign in") + " · Toolgate"
  get("signed-in").hidden = !session
  get("signed-out").hidden = !!session
  if (!session) return
  get("name").textContent = session.name
  get("rights").textContent = session.rights.join(", ")
  get("until").textContent = new Date(session.expiresAt).toLocaleString()
}

const tell = (fault) => {
  get("fault").hidden = fault === undefined
  get("fault").textContent = fault ?? ""
}

const fail = ({ name, status, message }) => {
  if (name === "SecurityError") tell("This browser lets the page store nothing, so it cannot sign in.")
  else tell(status === undefined ? "The server does not answer. Try again." : message)
}

const signIn = async (code) => {
  tell()
  try {
    const { token, ...session } = await ask("POST", "v1/sign-in", { code })
    localStorage.setItem(kept, token)
    show(session)
  } catch (cause) {
    get("code").value = cause.status === 403 ? "" : code
    fail(cause)
  }
}

const begin = async () => {
  try {
    if (localStorage.getItem(kept) !== null) show(await ask("GET", "v1/token"))
  } catch (cause) {
    if (cause.status === 401) localStorage.removeItem(kept)
    else fail(cause)
  }
  if (code !== "") await signIn(code)
}

get("sign-in").addEventListener("submit", (event) => {
  event.preventDefault()
  void signIn(get("code").value.trim())
})

get("sign-out").addEventListener("submit", async (event) => {
  event.preventDefault()
  try {
    await ask("POST", "v1/sign-out")
  } catch (cause) {
    if (cause.status !== 401) return fail(cause)
  }
  localStorage.removeItem(kept)
  tell()
  show()
})

void begin()
`
