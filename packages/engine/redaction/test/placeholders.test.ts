// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they are written
import { describe, expect, it } from "vitest"
import { LogRedaction } from "../src/index.ts"

const harmless = [
  "password: ********",
  "token = ••••••••••",
  "API_KEY=<token>",
  "DB_PASSWORD=<your-password>",
  'password: "<password>"',
  "Authorization: Bearer <token>",
  "Authorization: Bearer $TOKEN",
  "curl -H 'Authorization: Bearer ${TOKEN}' https://a.example",
  "mysql -u root -p$PASS db",
  "set PASSWORD=%DB_PASSWORD%",
  "curl -u ada:%PASSWORD% https://a",
  "openssl enc -aes-256-cbc -pass env:PASS -in a",
  "openssl req -new -key key.pem -out a.csr",
  "openssl req -new -key key.pem",
  "openssl rsa -in a.pem -passin file:pw.txt",
  "openssl x509 -keyform PEM",
  "password = var.db_password",
  "token = data.vault.token",
  "secret = local.secret",
  "password = module.db.password",
  "password: required",
  "password (optional): optional",
  "password: string",
  "interface A { password: string; token?: string | undefined }",
  "def f(password: str, token: Optional[str] = None):",
  "let password: String = x()",
  '"password.label": "Your password"',
  '{"password.label": "Your password", "login.password": "Password"}',
  "password.title=Your password",
  '{"password": "string", "token": "required"}',
  '{ "password": { "type": "string" } }',
  "https://user:<password>@host/",
  "postgres://user:${PGPASSWORD}@host/db",
  "postgres://user:$PGPASSWORD@host/db",
  "password: {{ db_password }}",
  "password: {{ .Values.password }}",
  "docker login -u a -p $TOKEN",
  'redis-cli -a "$REDIS_PASSWORD" ping',
  "--password=<password>",
  "--password '****'",
  "tool --token $TOKEN",
  "password=os.environ['DB_PASSWORD']",
  "const password = process.env.PASSWORD",
  'sshpass -p "$PASS" ssh a',
  'curl -u "$USER:$PASS" https://a',
  "PGPASSWORD=$PGPASSWORD psql",
  "your password is xxxxxxxx",
  "password: xxxxx",
  "secret: ***",
  "api_key: YOUR_API_KEY",
  "token: <TOKEN>",
  "X-Api-Key: <api key>",
  '<input type="password" placeholder="Your password">',
  "password: Mapped[str]",
  "password: &str,",
  "token: Option<String>",
  "char *password = NULL;",
  "password varchar(255) not null",
  "password TEXT NOT NULL",
  "The password is required",
  "the token: optional",
  'password = input("Password: ")'
]
const members: ReadonlyArray<unknown> = [
  { password: "********" },
  { password: "<password>" },
  { token: "$TOKEN" },
  { token: "${TOKEN}" },
  { token: "%TOKEN%" },
  { password: "env:PASS" },
  { password: "var.db_password" },
  { password: "required" },
  { password: "string" },
  { "password.label": "Your password" },
  { "login.password": "Password" },
  { password: "Enter your password" },
  { args: ["--password", "<password>"] },
  { args: ["tool", "--token", "$TOKEN"] },
  { headers: { Authorization: "Bearer <token>" } },
  { headers: { Authorization: "Bearer ${TOKEN}" } }
]
const secrets: ReadonlyArray<readonly [text: string, secret: string]> = [
  ["password: ***hunter22", "hunter22"],
  ["TOKEN=$TOKENhunter22x!", "hunter22x"],
  ["password: stringy77", "stringy77"],
  ["password = var.hunter-2-2!x", "hunter-2-2!x"],
  ["password: required99", "required99"],
  ["openssl enc -k hunter22 -in a", "hunter22"],
  ["openssl enc -pass pass:hunter22", "hunter22"],
  ["openssl rsa -passin pass:hunter22", "hunter22"],
  ["mysql -pkey.pem", "key.pem"],
  ["mysql -penvx:PASS9", "PASS9"],
  ["DB_PASSWORD=env:hunter22!", "hunter22"],
  ["password: $ecretW0rd", "ecretW0rd"],
  ["password is stringent7", "stringent7"],
  ["curl -u ada:%hunter22", "hunter22"],
  ["password: xxxhunter22", "xxxhunter22"]
]
const secretMembers: ReadonlyArray<Readonly<Record<string, string>>> = [
  { password: "***hunter22" },
  { password: "stringy" },
  { password: "$ecret" },
  { password: "<hunter22>" },
  { password: "my dog ate" },
  { password: "env:hunter22!" },
  { password: "xX" },
  { password: "optional1" },
  { password: "%hunter22%x" },
  { password: "correct horse battery staple" },
  { password: "Your password7" }
]

const line = (given: unknown) => LogRedaction.line({ given }, "")[0]

describe("a placeholder of a secret", () => {
  it.each([...harmless, ...members].map((given) => [given]))("stays unchanged: %j", (given) => {
    expect(line(given)).toEqual({ given })
  })
})

describe("a secret that resembles a placeholder in part", () => {
  it.each(secrets)("is removed: %j", (text, secret) => {
    expect(JSON.stringify(line(text))).not.toContain(secret)
  })

  it.each(secretMembers.map((given) => [given]))("is removed: %j", (given) => {
    const [name = ""] = Object.keys(given)
    expect(line(given)).toEqual({ given: { [name]: "[redacted]" } })
  })
})
