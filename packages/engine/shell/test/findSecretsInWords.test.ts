import { describe, expect, it } from "vitest"
import { findSecretsInCommands, findSecretsInWords } from "../src/index.ts"

const inWords = (...argv: ReadonlyArray<string>) =>
  findSecretsInWords(argv).map(({ at, from, to }) => argv[at]?.slice(from, to))
const inText = (text: string) => findSecretsInCommands(text).map(({ from, to }) => text.slice(from, to))

describe("the secrets of a command", () => {
  it.each([
    ["joined to a letter", ["mysql", "-uroot", "-pX"], ["X"]],
    ["not a port", ["mysql", "-p3306:3306", "mysql", "-p"], []],
    ["the word behind an option", ["redis-cli", "-a", "mysql"], ["mysql"]],
    ["the last of a bundle", ["ldapsearch", "-xLLLw", "X"], ["X"]],
    ["behind a mark", ["curl", "-su", "ada:X:y"], ["X:y"]],
    ["nothing behind a mark that is missing", ["curl", "-u", "ada"], []],
    ["behind a prefix", ["openssl", "rsa", "-passin", "pass:X", "-passout", "env:PASS"], ["X"]],
    ["the last operand where a flag says so", ["htpasswd", "-bc", "file", "ada", "X"], ["X"]],
    ["no operand without it", ["htpasswd", "file", "ada"], []],
    ["the operand of a subcommand", ["vault", "login", "-no-store", "X"], ["X"]],
    ["the values of operands", ["vault", "kv", "put", "secret/a", "k=X", "file=@y"], ["X"]],
    ["of a command that another one starts", ["docker", "exec", "-it", "db", "/usr/bin/mysql", "-pX"], ["X"]],
    ["not a value that is left out", ["kubectl", "create", "--token", "--user"], []]
  ])("are %s", (_where, argv, secrets) => expect(inWords(...argv)).toEqual(secrets))
})

describe("the secrets of commands in a text", () => {
  it.each([
    ["mysql -uroot -p'a b' shop && echo ok", ["a b"]],
    ["don't forget: redis-cli -a hunter22 ping", ["hunter22"]],
    ['ssh host "sudo mysql -p\\"x y\\" shop"', ["x y"]],
    ["zip -P \\\n  hunter22 a.zip b\nls -P c", ["hunter22"]],
    ["cat a | curl -u ada:hunter22 -T - x; curl -u ada x", ["hunter22"]],
    ["the vault login page is broken", []],
    ["vault login s3cr3t", ["s3cr3t"]]
  ])("are found in %j", (text, secrets) => expect(inText(text)).toEqual(secrets))

  it("are found between blanks of all kinds", () => {
    for (const blank of ["\f", "\v", "\u00a0", "\u2028", "\ufeff"]) {
      const text = `mysql${blank}-uroot ${blank}-phunter22${blank}`
      expect(findSecretsInCommands(text).map(({ from, to }) => text.slice(from, to))).toEqual(["hunter22"])
    }
  })
})
