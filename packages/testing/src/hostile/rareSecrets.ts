const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`
const password = "hunter22Zq"
const tags = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join("")
const rows: ReadonlyArray<readonly [of: string, given: unknown, secret: string | 0]> = [
  ["b64 off1 bin", Buffer.concat([Buffer.from([1]), Buffer.from(token), Buffer.from([0, 255])]).toString("base64"), 0],
  ["b64 off2 bin", Buffer.concat([Buffer.from([200, 3]), Buffer.from(token)]).toString("base64"), 0],
  [
    "b64 known off1",
    {
      password: password,
      x: Buffer.concat([Buffer.from([1]), Buffer.from(password), Buffer.from([9, 9])]).toString("base64")
    },
    Buffer.concat([Buffer.from([1]), Buffer.from(password), Buffer.from([9, 9])])
      .toString("base64")
      .slice(2, 10)
  ],
  [
    "b64 assignment off1",
    Buffer.concat([Buffer.from([1]), Buffer.from(`password=${password}`), Buffer.from([9])]).toString("base64"),
    0
  ],
  ["tags whole", `x ${tags(token)}`, tags(token)],
  ["tags within", token.slice(0, 20) + tags("zz") + token.slice(20), token.slice(22)],
  ["tags mixed", token.slice(0, 10) + tags(token.slice(10)), tags(token.slice(12))],
  ["tag cancel", `${token.slice(0, 20)}\u{e0001}\u{e007f}${token.slice(20)}`, token.slice(20)],
  ["ansi", `${token.slice(0, 20)}\u001b[31m${token.slice(20)}`, token.slice(20)],
  ["ansi esc text", `${token.slice(0, 20)}\\u001b[0m${token.slice(20)}`, token.slice(20)],
  ["ansi x1b", `${token.slice(0, 20)}\\x1b[1;32m${token.slice(20)}`, token.slice(20)],
  ["ansi pw", `password: \u001b[1m${password}\u001b[0m`, password],
  ["ansi e", `password: \\e[1m${password}\\e[0m`, password],
  ["ansi osc", `${token.slice(0, 20)}\u001b]8;;x\u0007${token.slice(20)}`, token.slice(20)],
  ["hcl", `provider "x" {\n  password "${password}"\n}`, password],
  ["hcl2", `password = "${password}"`, password],
  ["hcl var", `variable "db_password" {\n  type = string\n  default = "${password}"\n}`, password],
  ["docker ENV", `FROM a\nENV DB_PASSWORD ${password}\n`, password],
  ["docker ARG", `ARG NPM_TOKEN=${password}`, password],
  ["docker ENV2", `ENV API_TOKEN ${password}`, password],
  ["docker arg sp", `arg db_pass ${password}`, password],
  ["nginx", `auth_token ${password};`, password],
  ["redis conf", `requirepass ${password}`, password],
  ["redis masterauth", `masterauth ${password}`, password],
  ["netrc", `machine a login b password ${password}`, password],
  ["rclone", `rclone config create remote s3 access_key_id AKIA secret_access_key ${password}`, password],
  ["rclone2", `rclone config create r sftp host a user b pass ${password}`, password],
  ["rclone3", `rclone config password r pass ${password}`, password],
  ["rclone update", `rclone config update r token ${password}`, password],
  ["rclone eq", `rclone config create r webdav url=https://a pass=${password}`, password],
  ["rclone list", ["rclone", "config", "create", "r", "sftp", "host", "a", "pass", password], password],
  ["rclone flag", `rclone ls r: --sftp-pass ${password}`, password],
  ["rclone conn", `rclone ls :sftp,host=a,pass=${password}:`, password],
  ["group", `{ echo ${password}; echo ${password}; } | passwd`, password],
  ["subshell", `(echo ${password}; echo ${password}) | passwd ada`, password],
  ["subshell2", `( printf '%s\\n' ${password} ) | sudo -S ls`, password],
  ["group2", `{ echo 'a:${password}'; } | chpasswd`, password],
  ["group first", `{ echo ${password}; sleep 1; } | cryptsetup luksOpen a b`, password],
  ["smbpasswd", `(echo ${password}; echo ${password}) | smbpasswd -s -a ada`, password],
  ["smbpasswd U", `smbpasswd -a ada ${password}`, password],
  ["smbpasswd -U", `smbpasswd -r h -U ada%${password}`, password],
  ["chpasswd", `echo 'ada:${password}' | chpasswd`, password],
  ["chpasswd here", `chpasswd <<< ada:${password}`, password],
  ["mysql_config_editor", `echo ${password} | mysql_config_editor set --login-path=a --password`, password],
  ["mysql_config_editor2", { command: "mysql_config_editor", args: ["set", "--password"], stdin: password }, password],
  ["chpasswd stdin", { command: "chpasswd", stdin: `ada:${password}\n` }, password],
  ["chpasswd crypt", `chpasswd -e <<EOF\nada:${password}\nEOF`, password],
  ["curl -H log", { args: { argv: ["curl", "-H", `X-Auth: ${password}`] } }, password],
  ["pt", `A senha do banco é ${password}`, password],
  ["pt2", `a palavra-passe é ${password}`, password],
  ["pt3", `minha senha: ${password}`, password],
  ["pt4", `senha do servidor: ${password}`, password],
  ["pt5", `código de acesso: ${password}`, password],
  ["pt6", `chave de acesso: ${password}`, password],
  ["uk", `Пароль до бази: ${password}`, password],
  ["uk2", `пароль — ${password}`, password],
  ["uk3", `гасло: ${password}`, password],
  ["uk4", `пароль для сервера це ${password}`, password],
  ["uk5", `секретний ключ: ${password}`, password],
  ["uk6", "пін-код: 4921a", "4921a"],
  ["el", `ο κωδικός είναι ${password}`, password],
  ["el2", `κωδικός πρόσβασης: ${password}`, password],
  ["el3", `συνθηματικό: ${password}`, password],
  ["el4", `Ο κωδικός για τη βάση είναι ${password}`, password],
  ["el5", `ΚΩΔΙΚΟΣ: ${password}`, password],
  ["el6", `μυστικό κλειδί: ${password}`, password]
]

/**
 * Secrets in rare places: in bytes, terminal colours and invisible letters, in settings files, and in sentences of
 * other languages.
 */
export const rareSecrets = rows.map(([of, given, secret]) => ({
  of,
  given,
  // Zero means that the whole text is the secret.
  secret: secret === 0 ? String(given) : secret
}))
