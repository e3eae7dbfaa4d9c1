import { describe, expect, it } from "vitest"
import { LogRedaction } from "../src/index.ts"

const password = "hunter22Zq"
const inLog: ReadonlyArray<readonly [of: string, args: unknown, message: string, secret: string]> = [
  ["curl -H item", { command: `curl -H 'X-Auth-Token: ${password}' https://a` }, `failed with ${password}`, password],
  ["curl list", { argv: ["curl", "-H", `X-Auth-Token: ${password}`] }, `failed with ${password}`, password],
  ["curl auth", { argv: ["curl", "-H", `Authorization: Token ${password}`] }, `bad ${password}`, password],
  ["json item", { argv: ["curl", "--json", `{"password":"${password}"}`] }, `bad ${password}`, password],
  ["httpie", { argv: ["http", "POST", "a", `password=${password}`] }, `bad ${password}`, password],
  ["httpie hdr", { argv: ["http", "a", `X-Api-Key:${password}`] }, `bad ${password}`, password],
  ["httpie cmd", { command: `http a X-Api-Key:${password}` }, `bad ${password}`, password],
  ["httpie :=", { argv: ["http", "a", `token:="${password}"`] }, `bad ${password}`, password],
  ["cookie", { argv: ["curl", "-b", `session=${password}`] }, `bad ${password}`, password],
  ["-d", { argv: ["curl", "-d", `{"user":"a","password":"${password}"}`] }, `bad ${password}`, password],
  ["headers", { headers: { "X-Auth": `Bearer ${password}` } }, `bad ${password}`, password],
  ["hlist", { headers: [`X-Auth-Token: ${password}`] }, `bad ${password}`, password],
  ["basic", { argv: ["curl", "-u", `ada:${password}`] }, `bad ${password}`, password]
]

describe("a secret in a rare place", () => {
  it.each(inLog)("is removed from the log if the arguments of the call show it: %s", (_, args, message, secret) => {
    expect(LogRedaction.line({}, message, [args])[1]).not.toContain(secret)
  })
})

describe("a harmless setting or word", () => {
  it.each([
    ["a Dockerfile", "FROM node:24\nENV NODE_ENV production\nARG TOKEN_COUNT 12\nRUN npm ci"],
    ["HCL", 'variable "region" {\n  default = "eu-west-1"\n}'],
    ["a list of words", "auth required\nkey rotation\npin code\nsecret santa"],
    ["colours", "\u001b[31merror\u001b[0m: 3 tests failed in auth2.test.ts"],
    ["a group", "{ echo a; echo b; } | sort && (cd src; ls) | wc -l"],
    ["a header", "curl -H 'Accept: text/html' -H 'X-Request-Id: a1b2c3d4' https://example.org"],
    ["Portuguese", "A senha do sistema é obrigatória e a chave de acesso é pessoal."],
    ["Ukrainian", "Пароль для входу: обов'язковий"],
    ["Greek", "Ο κωδικός πρόσβασης είναι υποχρεωτικός"],
    ["rclone", "rclone config create remote sftp host example.org user ada"]
  ])("stays unchanged: %s", (_, given) => {
    expect(LogRedaction.line({ given }, "")[0]).toEqual({ given })
  })
})
