// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source code as text
import { describe, expect, it } from "vitest"
import { LogRedaction } from "../src/LogRedaction.ts"

const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** Texts and values without secrets, each with a description. */
const harmless: ReadonlyArray<readonly [what: string, given: unknown]> = [
  ["a commit", "8690706a1b2c3d4e5f60718293a4b5c6d7e8f901"],
  ["a short commit", "git revert 8690706a && git show HEAD~3:src/index.ts"],
  [
    "commits in a log",
    "8690706a1b2c3d4e5f60718293a4b5c6d7e8f901 Count tokens\nb58d3f102cf3a2c84cb7f923d05c25c9b1aed84b Say why"
  ],
  ["a digest", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["a digest by its name", { sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" }],
  ["a line of sha256sum", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  dist/index.js"],
  ["a keyed digest of ours", "hmac-sha256:337674d9a1f24c5c084532cc74683512f305033d1cfbcdbc93a46a1b8e9f0e65"],
  [
    "an image by its digest",
    "docker pull node@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  ],
  ["an etag", 'ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"'],
  ["a UUID", "550e8400-e29b-41d4-a716-446655440000"],
  ["a UUID under a name that says little", { key: "9b2e7c1a-4d3f-4a6b-8c5d-1e2f3a4b5c6d" }],
  ["ids of calls", ["call_9fRkT2mXw8LqZ3VbN5cHdJ7s", "toolu_01A09q90qw90lq917835lq9k", "req_011CPqrsTuVwXyZaBcDeFgHi"]],
  ["an id of a page", "https://docs.example.org/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit"],
  ["integrity in a lock file", `    resolution: {integrity: sha512-${"aB3xZ9".repeat(14)}Ab==}`],
  [
    "integrity in JSON",
    { integrity: `sha512-${"aB3xZ9".repeat(14)}Ab==`, resolved: "https://example.org/a/-/a-1.0.0.tgz" }
  ],
  ["a checksum in go.sum", "example.org/x v1.2.3 h1:Yw0pXgqS9ZbqJvB6rG2mKxH4tLcD8nF1eU5oA7iP3sE="],
  ["a lock file of cargo", 'checksum = "b1cd7d3c2a8f2e0d9a7c5b4e3f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c"'],
  ["a version of a package called cookie", "      cookie: 0.7.2\n      cookie-signature: 1.2.2"],
  ["a picture", `data:image/png;base64,${picture}`],
  ["a picture without its type", { image: picture }],
  ["a picture in HTML", `<img src="data:image/png;base64,${picture}" alt="a dot">`],
  ["a public key", `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${"K7xQ2mV9".repeat(5)}abc ada@example.org`],
  [
    "a certificate",
    `-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----`
  ],
  [
    "paths",
    ["/usr/share/doc/openssl/HOWTO", "src/redaction/tokenPattern.ts", "C:\\Users\\ada\\password.txt", "./key/id.pub"]
  ],
  ["a long path", "packages/toolgate/src/createToolgateWithEverything/Layer.ts"],
  ["names of files", "passwords.txt token.ts secret-service.yaml .env.example api_keys.md"],
  [
    "minified code",
    'function(e,t){var n=e.token;return n.password=t.password,{token:n,secret:e.secret(t)}}!function(){a.key="x"}();'
  ],
  ["minified code", "const{password:a,token:b}=c;d({password:a,token:b,key:e[0]})"],
  ["a map of sources", '{"version":3,"sources":["a.ts"],"mappings":"AAAA,SAASA,EAAYC,GACnB,OAAOA,EAAEC"}'],
  [
    "code",
    "const token = lexer.next()\nconst key = keys[0]\nif (token === undefined) return\nlet secret = await store.read(name)"
  ],
  ["code", "interface Login { password: string; token?: string | undefined; secret: Uint8Array<ArrayBuffer> }"],
  ["code", "password = getpass.getpass()\ntoken = os.environ['TOKEN']\nsecret = self.secret"],
  ["a schema", { type: "object", properties: { page: { type: "integer" } }, required: ["page", "key"] }],
  ["a key of a keyboard", [{ key: "Enter" }, { key: "Control+Shift+K" }, { key: "ArrowDown" }, { key: "F12" }]],
  ["a key of a record", { key: "user:42", code: "404", sort_key: "created_at", primary_key: "id" }],
  ["a code", "exit code: 137, error code: ENOENT, code=E2001, status code 500"],
  [
    "addresses",
    "https://example.org/x?page=2&sort=asc&code=404&key=name http://localhost:8080/a@b ssh://git@example.org/r.git"
  ],
  ["an address with a port and a path", "https://example.org:8443/@scope/pkg?x=a@b.c"],
  ["a version", "node v24.1.0, pnpm@12.21.0, python3.12, 1.2.3-beta.4+build.5"],
  ["numbers", { a: 1_700_000_000_000, b: 3.14, c: 4_111_111, at: "2026-11-22T20:35:14.123Z", n: "1234567890123456" }],
  ["numbers", "order 20261122203514, phone +44 20 7946 0958, ISBN 978-3-16-148410-0, 192.168.0.1"],
  [
    "sentences about passwords",
    "The password is required. A token is missing, and the secret was not found: your key is invalid."
  ],
  [
    "sentences about passwords",
    "Passwords are hashed; the password is stored as a salted hash and is never logged. The PIN is wrong."
  ],
  [
    "sentences about passwords",
    "Basic authentication, bearer authentication and token types are described in section 12."
  ],
  [
    "a sentence of ordinary words",
    "We know that some people would rather read more about what they have than ask again when they must"
  ],
  ["counts", "max_tokens=100 total_tokens: 2048 token_count=7 prompt_tokens=12"],
  ["commands", ["git", "commit", "-m", "Say what a token is"]],
  ["commands", ["docker", "run", "-p", "3306:3306", "--name", "mysql", "mysql:8"]],
  ["commands", ["docker", "run", "--name", "mysql", "-p3306:3306", "mysql:8"]],
  ["commands", ["grep", "-rn", "password", "src"]],
  ["commands", ["ssh", "-p", "2222", "ada@example.org"]],
  [
    "commands",
    "cp -p a b; mkdir -p x/y; tar -xzf a.tgz -C /tmp; curl -fsSL https://example.org/a.sh -o a.sh; zip -r a.zip b"
  ],
  ["commands", "mysql -h db -u root -p shop < dump.sql; redis-cli -h cache ping; curl -u ada https://example.org"],
  ["commands", "kubectl get secret shop -o yaml; vault kv get secret/shop; gh secret list; openssl dgst -sha256 a"],
  ["a list of names", ["id", "name", "password", "token", "created_at"]],
  [
    "headers",
    { accept: "*/*", "content-type": "application/json", "x-request-id": "550e8400-e29b-41d4-a716-446655440000" }
  ],
  [
    "headers in a list",
    ["Host", "example.org", "Accept", "text/html", "If-None-Match", '"33a64df551425fcc55e4d42a148795d9"']
  ],
  ["base64 of a text", Buffer.from("The quick brown fox jumps over the lazy dog.").toString("base64")],
  ["hexadecimal", "deadbeefcafebabe0123456789abcdef"],
  ["words of other scripts", "Ключ от города, 東京タワー, das Wort, la clave del éxito, le mot juste"],
  ["full-width letters", "ＴＯＫＹＯ　２０２６"],
  ["a transaction", "tx 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060 in block 46147"],
  ["a shell's variables", "echo $1 $2 $HOME; PWD=/ws make; X=1 Y=two ./run"],
  ["a template", `password: ${"${"}DB_PASSWORD}\ntoken: ${"${{"} secrets.TOKEN }}`],
  ["a picture in lines", `${picture}\n`.repeat(2)],
  ["a picture in lines of a mail", picture.match(/.{1,64}/g)?.join("\r\n")],
  ["integrity of another length", `<script integrity="sha384-${"oqVuAfXRKap7fdgc".repeat(4)}">`],
  ["bytes of a picture", [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]],
  ["bytes of a text", [...Buffer.from("The quick brown fox jumps over the lazy dog.")]],
  ["percentages", [45, 67, 89, 52, 71, 66, 90, 48, 99, 61, 57, 83, 40, 78, 95, 62]],
  ["a list of numbers", "3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79"],
  ["an address of hardware", "00:1a:2b:3c:4d:5e, fe80::21a:2bff:fe3c:4d5e, 2001:db8:85a3:0:0:8a2e:370:7334"],
  ["a fingerprint", "SHA1 Fingerprint=A1:B2:C3:D4:E5:F6:07:18:29:3A:4B:5C:6D:7E:8F:90:A1:B2:C3:D4"],
  ["times", "12:30:45, 2026-11-29 13:05, 10:15-11:45, 1:2:3"],
  ["a dump of a text", "00000000: 4865 6c6c 6f2c 2077 6f72 6c64 210a       Hello, world!."],
  ["letters of a list", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]],
  ["short words of one width", ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR"]],
  ["letters apart", "T H E  E N D, A B C D E F G H I J K"],
  ["words joined in code", 'const a = "user_name" + "Suffix2"; const b = "data-" +\n  "test1"'],
  ["words that go on in the next line", "see key_\nvalue2 and api-\nV2 for more"],
  ["arguments that follow each other", { prefix: "user_", name: "Ada2", path: "src/a_", file: "B1.ts" }],
  ["ids that follow each other", ["req_a1B2", "C3d4E5f6", "run-7", "G8h9"]],
  ["a table about passwords", "| Field | Password |\n|---|---|\n| length | at least twelve |\n| stored | hashed |"],
  ["a table of names", "name,token,count\nlexer,none,3\nparser,none,4"],
  ["a statement", "INSERT INTO users (name, email) VALUES ('ada', 'ada@example.org')"],
  ["a query", "SELECT password_hash FROM users WHERE token_count > 12"],
  ["a value beside a name", { name: "page", value: "2026" }],
  ["a file by its name", { name: "secrets.md", content: "How secrets are stored, version 2." }],
  ["a field of a page", { element: "Search field", ref: "e12", text: "token 12" }],
  ["a change of a document", { op: "replace", path: "/spec/replicas", value: "3" }],
  ["a here-document", "cat > a.txt <<'EOF'\npasswd is a program\nEOF"],
  ["a commit's message", "git commit -F - <<EOF\nAsk for the password twice\nEOF"],
  ["SQL on standard input", "mysql -u root -p shop <<EOF\nSELECT 1;\nSELECT 2;\nEOF"],
  ["a program's input", { command: "wc", args: ["-l"], stdin: "a1b2\nc3d4" }],
  ["links", "https://example.org/verify/email and /reset/settings, /confirm/order-list"],
  ["sentences in German", "Das Passwort ist falsch. Das Kennwort lautet anders als im Handbuch beschrieben."],
  ["sentences in French", "Le mot de passe est obligatoire, la clef est dans la serrure."],
  ["sentences in Spanish", "La contraseña es obligatoria y la clave del éxito es el trabajo."],
  ["sentences in Polish", "hasło to podstawa bezpieczeństwa"],
  ["sentences in Chinese", "请输入密码。密码长度至少为八位。"],
  ["sentences in Japanese", "パスワードを入力してください。"],
  ["sentences in Arabic", "كلمة المرور مطلوبة"],
  ["sentences in Hindi", "पासवर्ड आवश्यक है"],
  ["an emoji", "👨\u200d👩\u200d👧 ❤\ufe0f 🏴 می\u200cخواهم"],
  ["minified code", "!function(t,e){t.password=e.p1,t.setItem('token',e.t2),n(\"key\",'a_b')}(this,a1b2c3);"],
  ["a call in code", 'expect(page.locator("#password", "label")).toBe("token")'],
  ["a version of a tool", "auth 2.1.0\nconnect ok\nwifi: connected"],
  [
    "members of objects",
    "({ accessToken: tokens.access_token, token: payload.token!, credentials: info.credentials ?? x })"
  ],
  ["a variable named like its member", "const body = { client_secret: clientSecret, private_key: privateKey }"],
  [
    "types of source code",
    "remember(secret: Json): void\nconst one = (item: Json, secret: ItemSecret | undefined) => {"
  ],
  ["comparisons", 'if (secret === "whole" || typeof credentials.reset_password === "function") return'],
  ["a template", "headers: { Authorization: `Bearer ${token}` },\n"],
  ["names of grants", ["authorization_code", "refresh_token", "client_credentials"]],
  ["names in a list of source code", "new CompositeAuth([apiKeyAuth, clerkAuth])"],
  ["an entry of a map in source code", '["token of ada", { agent: "ada", role: "writer" }]'],
  ["an empty text", 'const { clientSecret = "", pageToken: "" } = given'],
  ["versions of packages", { "@octokit/auth-token": "6.0.0", "cookie-parser": "^1.4.7", "js-tiktoken": "1.0.21" }],
  [
    "exports of a package",
    { "./auth": { import: "./dist/auth/index.js" }, "./key/generate/secret": "./dist/secret.js" }
  ],
  ["references of ours", "toolgate mcp serve --token editor=env:EDITOR_TOKEN --token ci=file:ci.token"],
  ["an example that shows a beginning", "CLERK_SECRET_KEY=sk_test_...\nFIRECRAWL_API_KEY=fc-your-api-key"],
  [
    "sentences that go on",
    "It is no secret: it is public. Write without a password: they failed. Passwords: send none."
  ],
  ["sentences about numbers", "const DEFAULT_SECRET_EXPIRY_SECONDS = 30 * 24\nconst shortestToken = 14"],
  ["sentences in Russian", "Пароль — это секретное слово."],
  ["sentences in Korean", "비밀번호는 필수입니다. 열쇠는 매트 아래에 있습니다."],
  ["sentences in Japanese", "パスワードは8文字以上です。"],
  ["a set of tests", "console.log(`${score === 1 ? 'PASS' : 'FAIL'}: ${item.name}`)"],
  ["a basic thing", "set up a basic CopilotKit chat"],
  [
    "a code of an error",
    "throw { code: ErrorCode.MethodNotFound, message }\nctx.addIssue({ code: z.ZodIssueCode.custom })"
  ],
  ["names of headers", ["Authorization", "X-Playground-Access"]],
  ["a stack", "Error: boom\n    at run (file:///ws/src/index.ts:12:34)\n    at async Promise.all (index 0)"]
]

describe("a harmless value stays unchanged", () => {
  it.each(harmless)("%s: %j", (_what, given) => {
    expect(LogRedaction.line({ given }, "")[0]).toEqual({ given })
  })
})
