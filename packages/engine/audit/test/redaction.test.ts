import { randomBytes } from "node:crypto"
import type { Json } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { runs } from "@toolgate/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CallRedaction } from "../src/redaction/CallRedaction.ts"

const key = new SecretKey(new Uint8Array(32).fill(7))
const room = () => ({ values: 1000, characters: 24 * 1024 })
const shown = (value: Json) => new CallRedaction(key).value(value, room())
const text = (value: Json) => JSON.stringify(shown(value))

// Written in two parts, so that no scanner takes an example for a secret.
const samples: ReadonlyArray<readonly [kind: string, secret: string]> = [
  ["an AWS key id", `AKIA${"IOSFODNN7EXAMPLE"}`],
  ["a GitHub token", `ghp_${"a1B2".repeat(9)}`],
  ["a fine-grained GitHub token", `github_pat_${"11ABCDE_".repeat(6)}`],
  ["a GitLab token", `glpat-${"x-Yz09_".repeat(3)}`],
  ["a Slack token", `xoxb-${"123456789012-abcdefABCDEF"}`],
  ["a Stripe key", `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}`],
  ["an OpenAI key", `sk-proj-${"Abc_123-".repeat(5)}`],
  ["an Anthropic key", `sk-ant-api03-${"Abc_123-".repeat(8)}AA`],
  ["a JSON Web Token", `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJzdWIiOiIxIn0.${"s".repeat(43)}`],
  [
    "a private key",
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${"MIIEow".repeat(40)}\n-----END RSA PRIVATE KEY-----`
  ],
  ["a private key that is cut off", `-----BEGIN OPENSSH PRIVATE KEY-----\n${"b3BlbnNz".repeat(20)}`]
]

describe("a secret with a known form", () => {
  it.each(samples)("finds %s alone and in a text, with the same digest", (_kind, secret) => {
    expect(shown(secret)).toEqual({ redacted: "pattern", digest: key.digest(secret) })
    const within = shown(`before: "${secret}`)
    expect(within).not.toContain(secret.slice(10, 30))
    expect(within).toContain(`[redacted ${key.digest(secret)}]`)
    expect(text({ [secret]: 1 })).not.toContain(secret.slice(10, 30))
  })
})

describe("a secret after an introduction", () => {
  it.each([
    "curl -H 'Authorization: Basic hunter22' example.org",
    "curl -H 'authorization: bearer hunter22'",
    "Bearer hunter22",
    'curl -H "Cookie: theme=dark; session=hunter22" example.org',
    "psql postgres://app:hunter22@db.internal/app",
    "redis://:hunter22@cache:6379",
    "git clone https://hunter22hunter22hunter22@example.org/r.git",
    "mysql --password=hunter22",
    "mysql --password hunter22",
    "deploy --api-key 'hunter22'",
    "PGPASSWORD=hunter22 psql",
    'PASSWORD="a hunter22" run',
    "PASSWORD=a\\ hunter22 run",
    "PASSWORD='x'hunter22 run",
    "DB_PASSWORD=a,hunter22 run",
    "export API_KEY=hunter22",
    'echo \'{"client_secret": "hunter22"}\'',
    'curl -d "{\\"password\\":\\"hunter22\\"}"',
    "password: hunter22",
    "Server=db;Uid=sa;Pwd=hunter22;",
    "https://example.org/?access_token=hunter22&page=2",
    "https://example.org/file?se=2026&sig=hunter22",
    "password%3Dhunter22",
    "password      :     hunter22",
    "Basic aHVudGVyhunter22",
    String.raw`curl -H Authorization:\ Bearer\ hunter22 example.org`,
    "DB_PASS=hunter22 run",
    "SMTP_PASS: hunter22",
    '{"pass":"hunter22", "pwd": "hunter22"}',
    '{"auths":{"example.org":{"auth":"hunter22"}}}',
    "//example.org/:_auth=hunter22",
    "SECRET_KEY_BASE=hunter22 API_KEY_PROD=hunter22 PASSWORD_1=hunter22 MASTER_KEY=hunter22",
    "os.environ['API_KEY'] = 'hunter22'",
    "headers['Authorization'] = 'hunter22'",
    "<password>hunter22</password>",
    "- name: DB_PASSWORD\n  value: hunter22",
    '{"name":"DB_PASSWORD","value":"hunter22"}',
    "password: |\n  hunter22\n  hunter22\nuser: ada",
    JSON.stringify(JSON.stringify({ inner: JSON.stringify({ password: "hunter22" }) })),
    "mysql -uroot -phunter22 db",
    "sshpass -p hunter22 ssh example.org",
    "docker login -u ada -p hunter22 example.org",
    "curl -s -u ada:hunter22 -b 'session=hunter22' example.org",
    "curl --cookie session=hunter22 --user ada:hunter22 example.org",
    "echo -n 'hunter22' | docker login -u ada --password-stdin",
    "printf %s hunter22 | gh auth login --with-token",
    "echo hunter22 | sudo -S ls",
    "aws configure set aws_secret_access_key hunter22",
    "set -gx API_KEY hunter22",
    "openssl rsa -passin pass:hunter22",
    "machine example.org login ada password hunter22",
    "ALTER USER ada WITH PASSWORD 'hunter22'",
    "CREATE USER ada IDENTIFIED BY 'hunter22'",
    "https://hooks.slack.com/services/T00/B00/hunter22hunter22"
  ])("is found in %s", (command) => {
    expect(text({ command })).not.toContain("hunter22")
    expect(text({ command })).toContain("redacted")
  })

  it.each([
    "git commit -m 'Count tokens: 12'",
    "max_tokens=100 tokenizer=bpe token_count=7",
    "ls -la /home/me/passwords.txt",
    "https://example.org:8080/a@b?c=d:e",
    "PWD=/home/me make",
    "ssh git@github.com",
    "basic usage of the program",
    "Basic authentication, basic functionality and Bearer authentication",
    "docs/task-management-overview-2.md and disk-usage-monitoring-tool-2",
    "password: string; token: number | undefined",
    "if (token === undefined || password == null) return",
    "tests pass: 12, pass=12, fail: 3",
    "mysql -p -P 3306 -h localhost; cp -p a b; ssh -p 2222 example.org",
    "docker run --user 1000:1000 image",
    "usage: login <token> [options]",
    "git show 8690706a1b2c3d4e5f60718293a4b5c6d7e8f901 550e8400-e29b-41d4-a716-446655440000"
  ])("is not found in %s", (command) => expect(shown({ command })).toEqual({ command }))
})

describe("a secret under a secret name", () => {
  it("is removed everywhere, except null and booleans", () => {
    const digest = (secret: string) => ({ redacted: "key", digest: key.digest(secret) })
    expect(
      shown({ a: [{ db_password: "x" }], token: 12, credentials: { user: "u" }, secret: null, auth: true })
    ).toEqual({
      a: [{ db_password: digest("x") }],
      token: digest("12"),
      credentials: digest('{"user":"u"}'),
      secret: null,
      auth: true
    })
  })

  it("is found in lists of words, of pairs and of variables", () => {
    expect(text(["mysql", "--password", "hunter22", "db"])).not.toContain("hunter22")
    expect(shown(["mysql", "-uroot", "-pX", "X"])).toEqual(["mysql", "-uroot", `-p[redacted ${key.digest("X")}]`, "X"])
    expect(shown({ command: "mysql", args: ["-pX"] })).toEqual({
      command: "mysql",
      args: [`-p[redacted ${key.digest("X")}]`]
    })
    expect(text([["Authorization", "hunter22"]])).not.toContain("hunter22")
    expect(text([{ name: "API_KEY", value: "hunter22" }])).not.toContain("hunter22")
    expect(text([{ Name: "API_KEY", Value: "hunter22" }])).not.toContain("hunter22")
    expect(shown(["--password-file", "/run/p"])).toEqual(["--password-file", "/run/p"])
  })

  it("is removed from the call's other records too", () => {
    const redaction = new CallRedaction(key)
    const args = redaction.value({ note: "it is hunter22", password: "hunter22" }, room())
    expect(JSON.stringify(args)).not.toContain("hunter22")
    expect(JSON.stringify(redaction.target([{ path: "/ws/hunter22" }], room()))).not.toContain("hunter22")
    expect(redaction.line("no such user: hunter22")).toBe(`no such user: [redacted ${key.digest("hunter22")}]`)
  })
})

it("does not let a call hide its target by naming it a secret", () => {
  for (const target of ["/etc/shadow", "~/.ssh/id_ed25519", "evil.example.org", "10.0.0.1", "shadow"]) {
    const redaction = new CallRedaction(key)
    redaction.value({ password: target }, room())
    const targets = [{ path: `/a/${target}` }, { host: target }]
    expect(redaction.target(targets, room())).toEqual(targets)
    expect(redaction.target([["mysql", "--password", target], ...targets], room())).toMatchObject([
      ["mysql", "--password", {}],
      ...targets
    ])
    expect(redaction.line(`failed: ${target}`)).not.toContain(target)
  }
})

describe("a member name that redaction reserves", () => {
  it("cannot be given as an argument", () => {
    expect(shown({ redacted: "key", cut: 1, _cut: 2 })).toEqual({ _redacted: "key", _cut: 1, __cut: 2 })
  })

  it("does not change a prototype", () => {
    const given = JSON.parse('{"__proto__": {"password": "hunter22"}}')
    expect(text(given)).toBe(
      `{"__proto__":{"password":${JSON.stringify({ redacted: "key", digest: key.digest("hunter22") })}}}`
    )
  })
})

describe("a large value", () => {
  it("is cut, with its length and a digest of the whole", () => {
    const long = "x".repeat(1_000_000)
    expect(shown({ long })).toEqual({ long: { cut: "x".repeat(4096), length: 1_000_000, digest: key.digest(long) } })
  })

  it("is cut after a secret at the limit, not inside it", () => {
    const secret = samples[7]?.[1] ?? ""
    const long = `${"y ".repeat(2030)}${secret} ${"z".repeat(9000)}`
    expect(text(long)).not.toContain(secret.slice(0, 20))
    expect(text(long)).toContain(key.digest(secret))
  })

  it("is cut when the search limit is reached", () => {
    const token = `eyJ${"a1B2".repeat(3500)}`
    const { list } = shown({ list: Array.from({ length: 1000 }, (_, at) => `${at}.${token}`) }) as { list: Array<Json> }
    // A token of 14 KB is shown as a short digest, so only the bound on searched characters ends the list.
    expect(list.length).toBeLessThanOrEqual(20)
    expect(list.at(-1)).toEqual({ cut: { items: 1000 - (list.length - 1) } })
    expect(JSON.stringify(list)).not.toContain("a1B2")
  })

  it("is cut when there are too many values", () => {
    const wide = shown({ list: Array.from({ length: 100_000 }, (_, index) => index) }) as { list: Array<Json> }
    expect(wide.list).toHaveLength(999)
    expect(wide.list.at(-1)).toEqual({ cut: { items: 100_000 - 998 } })
  })

  it.each([
    "a",
    "-",
    "--",
    "eyJ",
    "eyJa.",
    "://",
    "://a:",
    "://a:b",
    "sk-",
    "token=",
    "token = ",
    '"',
    "'",
    "\\",
    'password="\\',
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN ",
    "authorization: ",
    "bearer ",
    "--a-token ",
    "pass",
    "=",
    ": ",
    "\u0000",
    "a,",
    "PRIVATE KEY ",
    "<token>",
    "name: a",
    "name: token value",
    "password: |\n ",
    "curl -u a:",
    "mysql -p",
    "login -p",
    "echo a",
    "echo   ",
    "config set a",
    "&sig="
  ])("is searched in linear time: 1 MiB of %j", (part) => {
    const long = part.repeat(Math.ceil((1024 * 1024) / part.length))
    expect(JSON.stringify(shown([long, long])).length).toBeLessThan(64 * 1024)
  })
})

it("shows no secret that looks like an option", () => {
  for (const secret of ["--abcdefgh12345678", "--Zk3q9Wm2Xx8aQ-b"]) {
    const redaction = new CallRedaction(key)
    expect(JSON.stringify(redaction.value([`run --password=${secret} now`, secret], room()))).not.toContain(secret)
  }
})

it("never shows a secret of an argument, nested or repeated", () => {
  const secret = fc
    .uint8Array({ minLength: 12, maxLength: 24 })
    .map((bytes) => Buffer.from(bytes).toString("base64url"))
  const name = fc.constantFrom("password", "dbPassword", "API_KEY", "x-auth-token", "client_secret", "Cookie")
  const nest = (value: Json, steps: ReadonlyArray<string>): Json =>
    steps.reduce<Json>(
      (inner, step) => (step === "[]" ? [1, inner, "x"] : { before: "a", [step]: inner, after: null }),
      value
    )
  const steps = fc.array(fc.constantFrom("[]", "a", "headers", "__proto__", "env"), { maxLength: 6 })
  const form = fc.constantFrom<(name: string, secret: string) => Json>(
    (name, secret) => ({ [name]: secret }),
    (name, secret) => ({ [name]: { deep: [secret] } }),
    (name, secret) => [`--${name}`, secret],
    (name, secret) => ({ name, value: secret }),
    (name, secret) => `run --${name.replaceAll(/[^a-z]/gi, "-")}=${secret} now`,
    (_name, secret) => ({ [`token=${secret}`]: 1 }),
    (_name, secret) => `https://u:${secret}@h/`
  )
  fc.assert(
    fc.property(secret, name, form, steps, fc.json(), (planted, name, form, steps, other) => {
      const redaction = new CallRedaction(key)
      const args = {
        first: `again ${planted}`,
        noise: JSON.parse(other),
        at: nest(form(name, planted), steps),
        last: planted
      }
      const said = JSON.stringify([redaction.value(args, room()), redaction.line(`failed for ${planted}!`)])
      expect(said).not.toContain(planted)
    }),
    runs(200)
  )
})

it("digests reveal nothing without the key", () => {
  const other = new SecretKey(randomBytes(32))
  expect(other.digest("hunter22")).not.toBe(key.digest("hunter22"))
  expect(other.id).not.toBe(key.id)
})
