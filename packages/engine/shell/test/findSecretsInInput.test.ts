import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findSecretsInCommands } from "../src/index.ts"

const word = ["hunter", "22"].join("")

/** Commands that read a secret from their standard input. */
const signIns = [
  "docker login -u ada --password-stdin ghcr.io",
  "sudo docker login --password-stdin",
  "gh auth login --with-token",
  "glab auth login --stdin",
  "op signin",
  "vault login -",
  "vault kv put secret/shop db=-",
  "passwd ada",
  "sudo passwd --stdin ada",
  "docker exec -i db passwd root",
  "chpasswd",
  "sudo -S systemctl restart shop",
  "su - ada -c ls",
  "mysql -u root -p",
  "psql -h db -U ada -W",
  "ssh-add -",
  "gpg --batch --passphrase-fd 0 -d a.gpg",
  "npm login",
  "aws configure",
  "az acr login -n shop --password-stdin",
  "kubectl create secret generic shop --from-file=db=/dev/stdin",
  "htpasswd -i .htpasswd ada",
  "cryptsetup luksOpen /dev/sda1 home -",
  "openssl enc -d -aes-256-cbc -pass stdin -in a",
  "restic backup / --password-file /dev/stdin",
  "gcloud secrets create shop --data-file=-",
  "pass insert -e shop",
  "curl -K - https://example.org",
  "curl --config - https://example.org",
  "read -rs PW",
  "some-tool --token-stdin"
]

/** The ways in which a text gives a command its input. */
const ways: ReadonlyArray<readonly [way: string, given: (command: string, secret: string) => string]> = [
  ["a here-string", (command, secret) => `${command} <<< ${secret}`],
  ["a here-string in quotes", (command, secret) => `${command} <<<"${secret}" && echo done`],
  ["a here-document", (command, secret) => `${command} <<EOF\n${secret}\nEOF\nls`],
  ["a here-document in quotes", (command, secret) => `cd /srv && ${command} << 'END' > log\n${secret}\nEND`],
  ["an indented here-document", (command, secret) => `if true; then\n\t${command} <<-X\n\t${secret}\n\tX\nfi`],
  ["a here-document without an end", (command, secret) => `${command} <<EOF\n${secret}`],
  ["echo", (command, secret) => `echo ${secret} | ${command}`],
  ["echo without a line end", (command, secret) => `echo -n '${secret}' | tr -d x | ${command}`],
  ["printf", (command, secret) => `printf '%s\\n' "${secret}" | ${command}`],
  ["printf without a format", (command, secret) => `printf ${secret} |\n  ${command}`],
  ["cat", (command, secret) => `cat <<EOF | ${command}\n${secret}\nEOF`],
  ["a substitution", (command, secret) => `${command} < <(echo ${secret})`],
  ["a variable", (command, secret) => `X=${secret}; echo "$X" | ${command}`],
  ["another shell", (command, secret) => `bash -c 'echo ${secret} | ${command}'`],
  ["prose", (command, secret) => `I don't know, but try:\n${command} <<EOF\n${secret}\nEOF`]
]

describe("the standard input of a command that signs in", () => {
  for (const [way, given] of ways)
    it.each(signIns)(`is a secret, given by ${way}: %s`, (command) => {
      const text = given(command, word)
      const at = text.indexOf(word)
      expect(findSecretsInCommands(text).filter(({ from, to }) => from <= at && to >= at + word.length)).not.toEqual([])
    })

  it.each([
    "curl -K <(echo 'user = \"ada:hunter22\"') https://example.org",
    "mysql --defaults-extra-file=<(printf '[client]\\npassword=%s' hunter22) shop",
    "cryptsetup open /dev/sda1 home --key-file <(echo -n hunter22)"
  ])("is a secret in a substituted file: %s", (text) => {
    const at = text.indexOf(word)
    expect(findSecretsInCommands(text).some(({ from, to }) => from <= at && to >= at + word.length)).toBe(true)
  })

  it("is a secret only in its first line if another program reads the rest", () => {
    const text = `sudo -S tee /etc/motd <<EOF\n${word}\nWelcome to this host\nEOF`
    expect(findSecretsInCommands(text).map(({ from, to }) => text.slice(from, to))).toEqual([word])
  })
})

describe("the standard input of any other command", () => {
  it.each([
    "git commit -F - <<'EOF'\nCount the words\nEOF",
    "cat > passwd.txt <<EOF\nnothing\nEOF",
    "grep passwd <<< 'root:x:0:0'",
    "mysql -h db -u root -p shop < dump.sql",
    "mysql -u root -p shop <<EOF\nSELECT 1;\nEOF",
    "kubectl apply -f - <<EOF\nkind: ConfigMap\nEOF",
    "echo hello | tee log | wc -l",
    "ssh host 'bash -s' <<EOF\nuptime\nEOF",
    "docker run -i --rm node - <<EOF\nconsole.log(1)\nEOF",
    "echo 'gh auth login --with-token' > notes.txt; ls | sort",
    "aws secretsmanager get-secret-value --secret-id x | docker login --password-stdin"
  ])("is not a secret: %s", (text) => expect(findSecretsInCommands(text)).toEqual([]))
})

it("reads any text in a number of steps proportional to its length", () => {
  const pieces = [
    "<<EOF\n",
    "<<<",
    "<(",
    ")",
    "| ",
    "passwd ",
    "echo ",
    "'",
    '"',
    "\\",
    "\n",
    "EOF\n",
    "$X ",
    "X=1 ",
    "sudo -S ",
    "vault "
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 200 }), (parts) => {
      const text = parts.join("")
      for (const { from, to } of findSecretsInCommands(text)) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(text.length)
      }
    })
  )
  // A search that starts over for each piece would take hours.
  for (const piece of pieces) findSecretsInCommands(`passwd <<< ${piece.repeat(65_536 / piece.length)}`)
})
