import { rareSecrets } from "./rareSecrets.ts"

/** A value that contains a secret, and the class of its shape. */
export interface SecretShape {
  readonly of: string
  readonly given: unknown
  /** The text that must not remain after redaction. */
  readonly secret: string
}

// No secret here is real: random parts come from a seeded generator. No token is complete in this file, so that secret
// scanners do not report it.
const generator = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** Returns random characters of an alphabet, as a service would issue them. */
const drawn = (alphabet: string, length: number, seed: number): string => {
  const next = generator(seed)
  for (let spin = 0; spin < 8; spin++) next()
  return Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join("")
}

const lower = "abcdefghijklmnopqrstuvwxyz"
const digits = "0123456789"
const upper = lower.toUpperCase()
const hex = (length: number, seed = 1) => drawn("0123456789abcdef", length, seed)
const alnum = (length: number, seed = 1) => drawn(lower + upper + digits, length, seed)
const small = (length: number, seed = 1) => drawn(lower + digits, length, seed)
const capital = (length: number, seed = 1) => drawn(upper + digits, length, seed)
const base64 = (length: number, seed = 1) => drawn(`${lower + upper + digits}+/`, length, seed)
const urlSafe = (length: number, seed = 1) => drawn(`${lower + upper + digits}-_`, length, seed)
const uuid = (seed = 1) =>
  `${hex(8, seed)}-${hex(4, seed + 1)}-4${hex(3, seed + 2)}-a${hex(3, seed + 3)}-${hex(12, seed + 4)}`

const word = "hunter22"
const shape = (of: string, given: unknown, secret = word): SecretShape => ({ of, given, secret })
const b64 = (text: string) => Buffer.from(text).toString("base64")
const wide = (text: string) =>
  [...text].map((char) => (/[!-~]/.test(char) ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char)).join("")

/** Tokens, each with the name of its issuer. */
const tokens: ReadonlyArray<readonly [of: string, token: string]> = [
  ["AWS key id", `AKIA${drawn(`${upper}234567`, 16, 3)}`],
  ["AWS secret", base64(40, 5)],
  ["AWS secret", base64(40, 6)],
  ["AWS secret", base64(40, 7)],
  ["Google API key", `AIza${urlSafe(35)}`],
  ["Google refresh token", `1//0${urlSafe(60)}`],
  ["Azure client secret", `${alnum(3)}8Q~${urlSafe(34)}`],
  ["Azure storage key", `${base64(76)}+ASt${base64(5)}A==`],
  ["GitHub", `ghp_${alnum(36)}`],
  ["GitHub fine-grained", `github_pat_${alnum(22)}_${alnum(59)}`],
  ["GitLab", `glpat-${urlSafe(20)}`],
  ["GitLab runner", `glrt-${urlSafe(20)}`],
  ["Bitbucket", `ATBB${alnum(32)}`],
  ["Bitbucket repository token", `ATCTT3xFfGN0${urlSafe(120)}`],
  ["Atlassian", `ATATT3xFfGF0${urlSafe(120)}`],
  ["Slack bot", `xoxb-${drawn(digits, 12, 1)}-${drawn(digits, 12, 2)}-${alnum(24)}`],
  ["Slack hook", `https://hooks.slack.com/services/T${capital(8)}/B${capital(8, 2)}/${alnum(24)}`],
  ["Discord bot", `MTA${alnum(21)}.${alnum(6, 2)}.${urlSafe(38, 3)}`],
  ["Discord hook", `https://discord.com/api/webhooks/${drawn(digits, 18, 1)}/${urlSafe(68)}`],
  ["Discord hook", `https://discordapp.com/api/webhooks/${drawn(digits, 19, 1)}/${urlSafe(68)}`],
  ["Telegram bot", `${drawn("123456789", 10, 1)}:AA${urlSafe(33)}`],
  ["Telegram address", `https://api.telegram.org/bot${drawn("123456789", 9, 1)}:AA${urlSafe(33)}/sendMessage`],
  ["Twilio key", `SK${hex(32)}`],
  ["Twilio pair", `AC${hex(32)}:${hex(32, 2)}`],
  ["SendGrid", `SG.${urlSafe(22)}.${urlSafe(43)}`],
  ["Mailgun", `key-${hex(32)}`],
  ["Mailgun", `${hex(32)}-${hex(8, 2)}-${hex(8, 3)}`],
  ["Mailchimp", `${hex(32)}-us21`],
  ["Brevo", `xkeysib-${hex(64)}-${alnum(16)}`],
  ["Resend", `re_${alnum(8)}_${alnum(24)}`],
  ["Notion", `ntn_${drawn(digits, 11, 1)}${alnum(35)}`],
  ["Notion", `secret_${alnum(43)}`],
  ["Figma", `figd_${urlSafe(40)}`],
  ["Airtable", `pat${alnum(14)}.${hex(64)}`],
  ["Airtable key", `key${alnum(14, 9)}`],
  ["Linear", `lin_api_${alnum(40)}`],
  ["Vercel", `vcp_${alnum(56)}`],
  ["Netlify", `nfp_${alnum(36)}`],
  ["Supabase", `sbp_${hex(40)}`],
  ["Supabase", `sb_secret_${urlSafe(31)}`],
  ["Replicate", `r8_${alnum(37)}`],
  ["Perplexity", `pplx-${alnum(48)}`],
  ["xAI", `xai-${alnum(80)}`],
  ["Groq", `gsk_${alnum(52)}`],
  ["Hugging Face", `hf_${drawn(lower + upper, 34, 1)}`],
  ["OpenAI", `sk-proj-${urlSafe(60)}`],
  ["Anthropic", `sk-ant-api03-${urlSafe(93)}AA`],
  ["Tavily", `tvly-${alnum(32)}`],
  ["NVIDIA", `nvapi-${urlSafe(64)}`],
  ["Postman", `PMAK-${hex(24)}-${hex(34)}`],
  ["Terraform Cloud", `${alnum(14)}.atlasv1.${alnum(67)}`],
  ["Vault", `hvs.${urlSafe(95)}`],
  ["Vault, old", `s.${alnum(24)}`],
  ["Doppler", `dp.st.dev.${alnum(43)}`],
  ["Doppler", `dp.pt.${alnum(43)}`],
  ["DigitalOcean", `dop_v1_${hex(64)}`],
  ["Databricks", `dapi${hex(32)}`],
  ["PlanetScale", `pscale_tkn_${urlSafe(43)}`],
  ["Neon", `napi_${small(64)}`],
  ["Fly.io", `fo1_${urlSafe(43)}`],
  ["Grafana", `glsa_${alnum(32)}_${hex(8)}`],
  ["New Relic", `NRAK-${capital(27)}`],
  ["Dynatrace", `dt0c01.${capital(24)}.${capital(64)}`],
  ["Sentry", `sntryu_${hex(64)}`],
  ["Tailscale", `tskey-auth-${alnum(12)}-${alnum(32)}`],
  ["Pulumi", `pul-${hex(40)}`],
  ["1Password", `ops_eyJ${base64(250)}`],
  ["npm", `npm_${alnum(36)}`],
  ["PyPI", `pypi-AgEIcHlwaS5vcmc${urlSafe(80)}`],
  ["RubyGems", `rubygems_${hex(48)}`],
  ["crates.io", `cio${alnum(32)}`],
  ["Docker", `dckr_pat_${urlSafe(27)}`],
  ["NuGet", `oy2${small(43)}`],
  ["Stripe", `sk_live_${alnum(24)}`],
  ["Stripe hook", `whsec_${alnum(32)}`],
  ["Square", `EAAA${urlSafe(60)}`],
  ["Square", `sq0csp-${urlSafe(43)}`],
  ["Facebook", `EAAC${alnum(120)}`],
  ["Facebook app", `${drawn("123456789", 15, 1)}|${urlSafe(27)}`],
  ["Shopify", `shpat_${hex(32)}`],
  ["HubSpot", `pat-na1-${uuid()}`],
  ["PayPal", `access_token$production$${small(16)}$${hex(32)}`],
  ["Flutterwave", `FLWSECK_TEST-${hex(32)}-X`],
  ["Plaid", `access-production-${uuid()}`],
  ["Dropbox", `sl.${urlSafe(135)}`],
  ["Mapbox", `sk.eyJ${alnum(60)}.${alnum(22)}`],
  ["LaunchDarkly", `sdk-${uuid()}`],
  ["SonarQube", `sqp_${hex(40)}`],
  ["CircleCI", `CCIPAT_${alnum(22)}_${hex(40)}`],
  ["JWT", `eyJ${alnum(33)}.eyJ${alnum(60)}.${urlSafe(43)}`],
  ["Toolgate", `tg_${urlSafe(43)}`],
  ["a service nobody knows", `acme_live_${alnum(32)}`],
  ["a service nobody knows", `zeta-token-${alnum(32)}`],
  ["age", `AGE-SECRET-KEY-1${capital(58)}`],
  ["Ethereum", `0x${hex(64)}`],
  ["Bitcoin", `xprv${drawn("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 107, 1)}`],
  ["Nostr", `nsec1${small(58)}`],
  ["bcrypt", `$2y$10$${drawn(`${lower + upper + digits}./`, 53, 1)}`],
  ["htpasswd", `$apr1$${alnum(8)}$${alnum(22)}`],
  ["shadow", `$6$${alnum(16)}$${alnum(86)}`],
  ["yescrypt", `$y$j9T$${alnum(22)}$${alnum(43)}`],
  ["argon2", `$argon2id$v=19$m=65536,t=3,p=4$${base64(22)}$${base64(43)}`],
  ["LDAP", `{SSHA}${base64(32)}`],
  ["Django", `pbkdf2_sha256$260000$${alnum(22)}$${base64(43)}=`]
]

/** A private key over several lines. */
const rsa = `MIIEpAIBAAKCAQEA${base64(48, 11)}\n${[12, 13, 14, 15].map((seed) => base64(64, seed)).join("\n")}\n${base64(28, 16)}==`
const pem = (kind: string, body = rsa) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`
const putty = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: ada\nPublic-Lines: 1\n${base64(40, 20)}\nPrivate-Lines: 1\n${base64(48, 21)}\nPrivate-MAC: ${hex(64, 22)}\n`
const seed = "legal winner thank year wave sausage worth useful legal winner thank yellow"

const keys: ReadonlyArray<SecretShape> = [
  shape("PEM", pem("RSA "), base64(64, 13)),
  shape("PEM in a list of lines", pem("EC ").split("\n"), base64(64, 14)),
  shape("PEM in a list of lines", ["cat", ...pem("").split("\n")], base64(64, 15)),
  shape("PEM body", rsa, base64(64, 13)),
  shape("PEM body", `key body: ${rsa.replaceAll("\n", "")}`, base64(64, 14)),
  shape("PEM body in a list of lines", rsa.split("\n"), base64(64, 15)),
  shape("PEM body", `MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg${base64(120, 30)}`, base64(120, 30)),
  shape(
    "OpenSSH body",
    `b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n${base64(70, 31)}`,
    base64(70, 31)
  ),
  shape("PuTTY", putty, base64(48, 21)),
  shape("PuTTY in a list of lines", putty.split("\n"), base64(48, 21)),
  shape("JWK", { kty: "OKP", crv: "Ed25519", x: urlSafe(43), d: urlSafe(43, 2) }, urlSafe(43, 2)),
  shape(
    "JWK in a text",
    `echo '${JSON.stringify({ kty: "OKP", crv: "Ed25519", x: urlSafe(43), d: urlSafe(43, 2) })}'`,
    urlSafe(43, 2)
  ),
  shape("seed phrase", seed, "sausage"),
  shape("seed phrase", `restore with: ${seed}.`, "sausage"),
  shape(
    "seed phrase",
    seed
      .split(" ")
      .map((one, at) => `${at + 1}. ${one}`)
      .join("\n"),
    "sausage"
  ),
  shape("shadow, classic", "root:x:0:0\nada:ab01FAX.bQRSU:19000:0:99999:7:::", "ab01FAX.bQRSU")
]

/** Commands with secret words. Each is tested as a list and as a text. */
const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["mysql", `-p${word}`],
  ["mysql", "-uroot", `-p${word}`, "shop"],
  ["mysqldump", `--password=${word}`, "shop"],
  ["mysqladmin", "--password", word, "status"],
  ["curl", "-u", `ada:${word}`, "https://example.org"],
  ["curl", "-sSfu", `ada:${word}`, "https://example.org"],
  ["curl", `-uada:${word}`, "https://example.org"],
  ["curl", "--user", `ada:${word}`, "https://example.org"],
  ["curl", "-H", `X-Api-Key: ${word}`, "https://example.org"],
  ["curl", "-H", `Authorization: Bearer ${word}`, "https://example.org"],
  ["curl", "--oauth2-bearer", word, "https://example.org"],
  ["wget", "--http-password", word, "https://example.org"],
  ["redis-cli", "-a", word, "ping"],
  ["redis-cli", "--pass", word],
  ["mongosh", "-u", "ada", "-p", word],
  ["sqlcmd", "-S", "db", "-U", "sa", "-P", word],
  ["sqlplus", `ada/${word}@db`],
  ["openssl", "enc", "-aes-256-cbc", "-k", word],
  ["openssl", "rsa", "-passin", `pass:${word}`, "-in", "k.pem"],
  ["openssl", "passwd", "-6", word],
  ["zip", "-P", word, "a.zip", "b"],
  ["unzip", "-P", word, "a.zip"],
  ["7z", "x", `-p${word}`, "a.7z"],
  ["7z", "a", "-mhe=on", `-p${word}`, "a.7z", "b"],
  ["rar", "a", `-hp${word}`, "a.rar", "b"],
  ["ldapsearch", "-x", "-D", "cn=admin", "-w", word],
  ["ldapsearch", "-xw", word],
  ["smbclient", "//host/share", "-U", `ada%${word}`],
  ["htpasswd", "-b", ".htpasswd", "ada", word],
  ["htpasswd", "-nbB", "ada", word],
  ["vault", "login", word],
  ["vault", "login", "-method=userpass", "username=ada", `password=${word}`],
  ["vault", "kv", "put", "secret/shop", `db=${word}`],
  ["kubectl", "create", "secret", "generic", "shop", `--from-literal=db=${word}`],
  ["kubectl", "create", "secret", "generic", "shop", "--from-literal", `db=${word}`],
  ["kubectl", "create", "secret", "docker-registry", "r", `--docker-password=${word}`],
  ["gh", "secret", "set", "DB", "--body", word],
  ["gh", "secret", "set", "DB", `-b${word}`],
  ["docker", "login", "-u", "ada", "-p", word],
  ["podman", "login", "--password", word, "example.org"],
  ["sshpass", "-p", word, "ssh", "host"],
  ["sshpass", `-p${word}`, "ssh", "host"],
  ["az", "login", "-u", "ada", "-p", word],
  ["npm", "config", "set", "//example.org/:_authToken", word],
  ["aws", "configure", "set", "aws_secret_access_key", word],
  ["gpg", "--batch", "--passphrase", word, "-d", "a.gpg"],
  ["ssh-keygen", "-t", "ed25519", "-N", word],
  ["keytool", "-list", "-storepass", word],
  ["plink", "-pw", word, "host"],
  ["mosquitto_pub", "-u", "ada", "-P", word],
  ["rabbitmqctl", "add_user", "ada", word],
  ["snmpwalk", "-v3", "-A", word, "host"],
  ["ipmitool", "-H", "host", "-U", "ada", "-P", word],
  ["xfreerdp", "/u:ada", `/p:${word}`, "/v:host"],
  ["twine", "upload", "-u", "ada", "-p", word, "dist/a.whl"],
  ["cargo", "login", word],
  ["heroku", "config:set", `DB=${word}`],
  ["flyctl", "secrets", "set", `DB=${word}`],
  ["nmcli", "device", "wifi", "connect", "home", "password", word],
  ["qpdf", `--password=${word}`, "a.pdf", "b.pdf"],
  ["useradd", "-m", "-p", word, "ada"],
  ["lftp", "-u", `ada,${word}`, "host"],
  ["bw", "unlock", word],
  ["docker", "exec", "db", "mysql", "-uroot", `-p${word}`],
  ["sudo", "-u", "ada", "redis-cli", "-a", word],
  ["docker", "run", "-e", `DB_PASSWORD=${word}`, "image"],
  ["env", `PGPASSWORD=${word}`, "psql"],
  ["http", "-a", `ada:${word}`, "example.org"]
]

const quoted = (one: string) => (/[^\w@%+=:,./-]/.test(one) ? `'${one}'` : one)

const vectors = commands.flatMap((argv) => {
  const text = argv.map(quoted).join(" ")
  const of = argv.slice(0, 2).join(" ")
  return [
    shape(`${of}, a list`, argv),
    shape(`${of}, argv in an argument`, { run: { argv } }),
    shape(`${of}, a program and its arguments`, { command: argv[0], args: argv.slice(1) }),
    shape(`${of}, a program and its arguments in a text`, JSON.stringify({ args: argv.slice(1), program: argv[0] })),
    shape(`${of}, a text`, text),
    shape(`${of}, in a shell`, ["bash", "-c", text]),
    shape(`${of}, in JSON in a text`, JSON.stringify({ steps: [{ run: argv }] }))
  ]
})

const lists: ReadonlyArray<SecretShape> = [
  shape("headers as a flat list", ["Accept", "*/*", "Authorization", word, "Host", "example.org"]),
  shape("headers as a flat list", ["host", "example.org", "x-api-key", word]),
  shape("headers as pairs", [
    ["accept", "*/*"],
    ["authorization", `Bearer ${word}`]
  ]),
  shape("a header in words", ["Authorization:", "Bearer", word, "x"]),
  shape("words with a sign between", ["password", "=", word]),
  shape("variables", [{ name: "DB_PASSWORD", value: word }]),
  shape("a pair", ["password", word]),
  shape("a list in Python", `subprocess.run(['mysql', '-uroot', '-p${word}'])`),
  shape("a list in a text", `spawn("redis-cli", ["-h", "x"]); exec(["redis-cli", "-a", "${word}"])`)
]

const urls: ReadonlyArray<SecretShape> = [
  shape("connection string", `postgres://ada:${word}@db/shop`),
  shape("connection string, a slash", `postgres://ada:pa/${word}/x@db.internal:5432/shop`, `pa/${word}`),
  shape("connection string, a slash", `mysql://ada:a/b/${word}@db/shop`, word),
  shape("connection string, a slash", `amqp://ada:/${word}@mq/`, word),
  shape("connection string, a question mark", `mongodb+srv://ada:a?${word}@cluster.example.net/x`, word),
  shape("connection string, an at sign", `postgres://ada:p@${word}@db/shop`, word),
  shape("connection string, a slash, https", `https://ada:a/${word}@example.org/x`, word),
  shape("a token as the user", `https://${small(12, 40)}@example.org/r.git`, small(12, 40)),
  shape("a token as the user", `https://${alnum(16, 41)}@example.org/r.git`, alnum(16, 41)),
  shape("a token as the user", `git clone https://${hex(18, 42)}@example.org/r.git`, hex(18, 42)),
  shape("?key=", `https://example.org/x?key=${alnum(20, 43)}`, alnum(20, 43)),
  shape("?key=", `https://example.org/x?a=1&key=${hex(32, 44)}&b=2`, hex(32, 44)),
  shape("?code=", `https://app.example.org/callback?code=${urlSafe(22, 45)}&state=x`, urlSafe(22, 45)),
  shape("?code=", "https://app.example.org/callback?code=4/0AX4XfWh9kd83jd", "0AX4XfWh9kd83jd"),
  shape("?token=", `https://example.org/x?token=${word}`),
  shape("?sig=", `https://example.org/x?se=1&sig=${word}`),
  shape("?api_key=", `wss://example.org/?api_key=${word}`),
  shape("#access_token=", `https://example.org/#access_token=${word}&type=x`),
  shape("%3D", `https://example.org/?q=password%3D${word}`),
  shape("%253D", `https://example.org/?next=%2Flogin%253Fpassword%253D${word}`),
  shape("%25253D", `https://example.org/?next=token%25253D${word}`),
  shape("JSON in an address", `https://example.org/?q=${encodeURIComponent(JSON.stringify({ password: word }))}`),
  shape("a JDBC address", `jdbc:postgresql://db/shop?user=ada&password=${word}`),
  shape("a JDBC address", `jdbc:sqlserver://db;user=sa;password=${word};x=1`),
  shape("a session in an address", `https://example.org/x;jsessionid=${capital(32, 46)}`, capital(32, 46))
]

const token = `ghp_${alnum(36, 50)}`
const encodings: ReadonlyArray<SecretShape> = [
  shape("base64 of a token", b64(token), b64(token)),
  shape("base64 of a token, in a pipe", `echo ${b64(token)} | base64 -d | gh auth login --with-token`, b64(token)),
  shape("base64 of an assignment", b64(`password=${word}`), b64(`password=${word}`).slice(0, 20)),
  shape(
    "base64 of an assignment",
    `echo ${b64(`DB_PASSWORD=${word}\nX=1`)} | base64 -d > .env`,
    b64(`DB_PASSWORD=${word}`).slice(0, 20)
  ),
  shape(
    "base64 of a connection string",
    b64(`postgres://ada:${word}@db/shop`),
    b64(`postgres://ada:${word}@db/shop`).slice(8, 40)
  ),
  shape(
    "base64 of JSON",
    b64(JSON.stringify({ password: word })),
    b64(JSON.stringify({ password: word })).slice(4, 20)
  ),
  shape("base64 of base64", b64(b64(`password=${word}`)), b64(b64(`password=${word}`)).slice(0, 20)),
  shape("base64 of a name and a password", b64(`ada:${word}`), b64(`ada:${word}`)),
  shape(
    "base64 of a command",
    `echo ${b64(`mysql -uroot -p${word}`)} | base64 -d | sh`,
    b64(`mysql -uroot -p${word}`).slice(0, 20)
  ),
  shape(
    "base64url of a token",
    Buffer.from(token).toString("base64url"),
    Buffer.from(token).toString("base64url").slice(0, 20)
  ),
  shape("base64 of a PEM", b64(pem("")), b64(pem("")).slice(100, 160)),
  shape(
    "base64 as PowerShell takes it",
    `powershell -enc ${Buffer.from(`$password = "${word}"`, "utf16le").toString("base64")}`,
    Buffer.from(`$password = "${word}"`, "utf16le").toString("base64").slice(32, 52)
  ),
  shape("a Secret of Kubernetes", { kind: "Secret", metadata: { name: "db" }, data: { db: b64(word) } }, b64(word)),
  shape(
    "a Secret of Kubernetes, in YAML",
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  db: ${b64(word)}\n  user: ${b64("admin")}\n`,
    b64(word)
  ),
  shape("a Secret of Kubernetes, in YAML", `kind: Secret\nstringData:\n  db: ${word}\n`, word),
  shape("a Secret of Kubernetes, in JSON", JSON.stringify({ kind: "Secret", data: { db: b64(word) } }), b64(word)),
  shape("hex of a token", Buffer.from(token).toString("hex"), Buffer.from(token).toString("hex").slice(10, 40)),
  shape(
    "hex of an assignment",
    `echo ${Buffer.from(`password=${word}`).toString("hex")} | xxd -r -p`,
    Buffer.from(`password=${word}`).toString("hex").slice(18)
  ),
  shape(
    "escapes of hex",
    `printf '${[...`password=${word}`].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join("")}'`,
    [...word].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join("")
  ),
  shape("full-width letters", wide(`password=${word}`), wide(word)),
  shape("full-width letters", wide(token), wide(token).slice(8, 30)),
  shape("full-width sign", `password＝${word}`),
  shape("letters with nothing between", `pass\u200bword=${word}`),
  shape("JSON in JSON", JSON.stringify({ body: JSON.stringify({ args: ["mysql", `-p${word}`] }) })),
  shape(
    "JSON in JSON in JSON",
    JSON.stringify({ a: JSON.stringify({ b: JSON.stringify(["redis-cli", "-a", word]) }) })
  ),
  shape("escapes of JSON", `{"pass\\u0077ord": "${word}"}`),
  shape(
    "a data address",
    `data:text/plain;base64,${b64(`token=${word}${word}`)}`,
    b64(`token=${word}${word}`).slice(8, 24)
  )
]

const sentences: ReadonlyArray<SecretShape> = [
  shape("Bearer", `Bearer ${word}`),
  shape("bearer", `bearer ${alnum(24, 60).toLowerCase()}`, alnum(24, 60).toLowerCase()),
  shape("bearer, letters alone", `Bearer ${drawn(lower, 24, 61)}`, drawn(lower, 24, 61)),
  shape("the password is", `the password is ${word}`),
  shape("the password is", "The password is swordfish.", "swordfish"),
  shape("the password is", `The password for the database is "${word}".`),
  shape("the password is", "my password is: Tr0ub4dor&3", "Tr0ub4dor&3"),
  shape("the token is", `Your API key is ${alnum(20, 62)}`, alnum(20, 62)),
  shape("password of", `log in with password ${word} please`),
  shape("password ->", `password -> ${word}`),
  shape("the pin is", "the PIN is 4821", "4821"),
  shape("das Passwort ist", `das Passwort ist ${word}`),
  shape("passwort", `passwort=${word}`),
  shape("passwort", { passwort: word }),
  shape("Passwort:", `Passwort: ${word}`),
  shape("kennwort", { dbKennwort: word }),
  shape("mot_de_passe", `mot_de_passe=${word}`),
  shape("mot de passe", `mot de passe : ${word}`),
  shape("motDePasse", { motDePasse: word }),
  shape("contraseña", `contraseña: ${word}`),
  shape("contraseña", { contraseña: word }),
  shape("contrasena", `CONTRASENA=${word}`),
  shape("senha", { senha: word }),
  shape("пароль", `пароль: ${word}`),
  shape("密码", `密码：${word}`),
  shape("パスワード", { パスワード: word }),
  shape("key", { key: alnum(32, 63) }, alnum(32, 63)),
  shape("key", `key: ${alnum(32, 64)}`, alnum(32, 64)),
  shape("key", `KEY=${hex(32, 65)}`, hex(32, 65)),
  shape("sessionid", { sessionid: small(32, 66) }, small(32, 66)),
  shape("sessionid", `sessionid=${small(32, 67)}`, small(32, 67)),
  shape("PHPSESSID", `Cookie: PHPSESSID=${small(26, 68)}`, small(26, 68)),
  shape("connect.sid", `connect.sid=s%3A${urlSafe(32, 69)}`, urlSafe(32, 69)),
  shape("X=secret in prose", `Then set X=${alnum(24, 70)} and run it again`, alnum(24, 70)),
  shape("X=secret in prose", `please export ACME_PIN=${word} first`),
  shape("X=secret in prose", `use FOO=${base64(32, 71)} there`, base64(32, 71)),
  shape("a variable", `OTP=${word} ./run`),
  shape("a variable", `STRIPE_AUTH=${word} ./run`),
  shape("a variable", "PIN=4821 ./run", "4821"),
  shape("set", `set API_TOKEN ${word}`.replace("set ", "set -gx ")),
  shape(
    "Azure connection string",
    `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${base64(40, 72)}==;`,
    base64(40, 72)
  ),
  shape("SharedAccessKey", `Endpoint=sb://x/;SharedAccessKeyName=n;SharedAccessKey=${base64(43, 73)}=`, base64(43, 73)),
  shape("pgpass", `localhost:5432:shop:ada:${word}`),
  shape("netrc", `machine example.org login ada password ${word}`),
  shape("XML", `<add key="DbPassword" value="${word}" />`),
  shape("XML", `<password>${word}</password>`),
  shape("INI", `[db]\npassword = ${word}`),
  shape("WireGuard", `PrivateKey = ${base64(43, 74)}=`, base64(43, 74)),
  shape("PowerShell", `ConvertTo-SecureString "${word}" -AsPlainText -Force`),
  shape("SQL", `ALTER USER ada WITH PASSWORD '${word}'`),
  shape("SQL", `CREATE USER ada IDENTIFIED BY "${word}"`)
]

const people: ReadonlyArray<SecretShape> = [
  shape("card", "4111 1111 1111 1111"),
  shape("card", "pay with 5555555555554444 now", "5555555555554444"),
  shape("card", "3782-822463-10005", "3782-822463-10005"),
  shape("card as a number", { n: 4_242_424_242_424_242 }, "4242424242424242"),
  shape("social security", "ssn is 219-09-9999", "219-09-9999"),
  shape("IBAN", "DE89 3704 0044 0532 0130 00", "0532 0130"),
  shape("IBAN", "transfer to GB82WEST12345698765432 today", "GB82WEST12345698765432")
].map((one) => (one.given === "4111 1111 1111 1111" ? { ...one, secret: "1111 1111" } : one))

const furtherTokens: ReadonlyArray<readonly [of: string, token: string]> = [
  ["Infracost", `ico-${alnum(32)}`],
  ["Zuplo", `zpka_${small(32)}_${hex(8)}`],
  ["Lichess", `lip_${alnum(20)}`],
  ["Deno", `ddp_${alnum(36)}`],
  ["Voyage AI", `pa-${urlSafe(43)}`],
  ["Xata", `xau_${alnum(33)}`],
  ["Raycast", `rca_${hex(64)}`],
  ["Scaleway", `SCW${capital(17)}`],
  ["Checkly", `cu_${hex(32)}`],
  ["Unkey", `unkey_${alnum(22)}`],
  ["Mux", `mux_${alnum(40)}`],
  ["Nylas", `nyk_v0_${alnum(58)}`],
  ["AppSync", `da2-${small(26)}`],
  ["Artifactory", `cmVmd${alnum(59)}`],
  ["PostHog with signs", `phx_${urlSafe(20)}_${alnum(20)}`],
  ["Ramp", `ramp_sec_${alnum(48)}`],
  ["SaladCloud", `salad_cloud_${alnum(6)}_${alnum(40)}`],
  ["Rootly", `rootly_${hex(64)}`],
  ["Zoho", `1000.${hex(32)}.${hex(32, 2)}`],
  ["Salesforce", `3MVG9${alnum(80)}`],
  ["42", `s-s4t2ud-${hex(64)}`],
  ["Squarespace", `sqco_${alnum(59)}`],
  ["PubNub", `sub-c-${uuid()}`],
  ["Stripe intent", `pi_${alnum(24)}_secret_${alnum(25)}`],
  ["New Relic licence", `${hex(32)}FFFFNRAL`],
  ["Google HMAC", `GOOG${capital(57)}`],
  ["AWS session", `FwoGZXIvYXdzE${base64(120)}`],
  ["AWS marketplace", `amzn.mws.${uuid()}`],
  ["Adafruit", `aio_${alnum(28)}`],
  ["WakaTime", `waka_${uuid()}`],
  ["Figma", `figdh_${urlSafe(40)}`],
  ["Mollie", `live_${alnum(30)}`],
  ["PostgreSQL", `md5${hex(32)}`],
  ["Tines", `https://acme.tines.com/webhook/${small(32)}/${small(32, 2)}`]
]

const neighbours: ReadonlyArray<SecretShape> = [
  shape("a type before the value", `let password: String = "${word}"`),
  shape("a type before the value", `const apiToken: string = '${word}'`),
  shape("a call that marks a secret", `password => Sensitive('${word}')`),
  shape("a property list", `<key>password</key>\n  <string>${word}</string>`),
  shape("a script of expect", `expect "Password:"\nsend "${word}\\r"`),
  shape("a header that a server sets", `proxy_set_header Authorization "Bearer ${word}";`),
  shape("the name of a property", `app.billing.api.key=a1B2c3D4${word}`, `D4${word}`),
  shape("quotes", `pass = "${word}!"`, word),
  shape("a number that begins a password", `ansible_ssh_pass=83T!${word}`, word),
  shape("a name of source code", `the key_secret ${alnum(24, 11)} of it`, alnum(24, 11)),
  shape(
    "a name and a password elsewhere",
    { argv: ["http", "-a", `ada:${word}`], note: `sent ${word}` },
    `sent ${word}`
  ),
  shape(
    "base64 from its second character on",
    b64(`xgh${"p_"}${alnum(36)}`),
    b64(`xgh${"p_"}${alnum(36)}`).slice(8, 40)
  ),
  shape("a value beside a name", { key: "DB_PASSWORD", val: word }),
  shape("a value beside a name", { field: "password", content: word }),
  shape("a value typed into a page", { element: "Password field", ref: "e12", text: word }),
  shape("a value typed into a page", { selector: "input[type=password]", text: word }),
  shape("a value typed into a page", { action: "fill", locator: "#user_pwd", value: word }),
  shape("a value typed into a page", { fields: [{ type: "password", label: "x", value: word }] }),
  shape("a change of a document", { op: "add", path: "/spec/password", value: word }),
  shape("an option that ends the options", ["tool", "--password", "--", word]),
  shape("standard input", { command: "docker", args: ["login", "--password-stdin"], stdin: word }),
  shape("standard input", { cmd: ["sudo", "-S", "ls"], input: `${word}\n` }),
  shape("standard input in code", `run(["docker", "login", "--password-stdin"], input=b"${word}")`),
  shape("CSV", `name,email,password\nada,a@example.org,${word}`),
  shape("a table in Markdown", `| user | password |\n|---|---|\n| ada | ${word} |`),
  shape("columns with tabs", `user\tpassword\nada\t${word}`),
  shape("SQL", `INSERT INTO users (name, password) VALUES ('a', 'x1'), ('b, c', '${word}')`),
  shape("a call that sets", `define('DB_PASSWORD', '${word}');`),
  shape("a macro", `#define WIFI_PASSWORD "${word}"`),
  shape("a variable in a list", `env:\n  - name: DB_PASS\n    value: ${word}`),
  shape("XML", `<property name="hibernate.connection.password">${word}</property>`),
  shape("SQL", `SET PASSWORD FOR 'a'@'h' = PASSWORD('${word}')`),
  shape("a client of Redis", `redis-cli <<EOF\nAUTH ${word}\nPING\nEOF`),
  shape("the code of a network", `WIFI:T:WPA;S:Home;P:${word};;`),
  shape("a link that resets", `https://example.org/reset-password/${urlSafe(32)}`, urlSafe(32)),
  shape(
    "a key pair",
    Array.from({ length: 64 }, (_, at) => (at * 37 + 11) % 251),
    "[11,48,85,122"
  ),
  shape(
    "a key pair in a text",
    `key ${JSON.stringify(Array.from({ length: 64 }, (_, at) => (at * 37 + 11) % 251))}`,
    "11,48,85,122"
  ),
  ...[
    "hasło to",
    "lösenordet är",
    "heslo je",
    "salasana on",
    "kata sandi:",
    "mật khẩu:",
    "κωδικός:",
    "סיסמה:",
    "пароль —"
  ].map((introduction) => shape(introduction, `${introduction} ${word}`)),
  ...["密码是", "パスワードは", "비밀번호는 ", "كلمة المرور: ", "पासवर्ड: ", "รหัสผ่าน: "].map((introduction) =>
    shape(introduction, `${introduction}${word}`)
  )
]

/** Shapes in which a secret occurs again in another form. */
const again: ReadonlyArray<SecretShape> = [
  shape("base64", { password: word, note: b64(word) }, b64(word)),
  shape("base64 within another text", { password: word, note: b64(`ada:${word}`) }, b64(`ada:${word}`).slice(0, 12)),
  shape("hexadecimal", { password: word, note: Buffer.from(word).toString("hex") }, Buffer.from(word).toString("hex")),
  shape("backwards", { password: word, note: [...word].reverse().join("") }, [...word].reverse().join("")),
  shape("escaped", { password: `${word}&x`, note: encodeURIComponent(`${word}&x`) }),
  shape("in capitals", { password: word, note: word.toUpperCase() }, word.toUpperCase()),
  shape("a short word", { password: "hunt3", note: "it is hunt3." }, "is hunt3"),
  shape("without its scheme", { headers: { Authorization: `Bearer ${word}` }, note: `sent ${word}` }, `sent ${word}`)
]

/**
 * Values that contain a secret: tokens of a hundred services, keys, command words, addresses, encodings, sentences and
 * personal numbers.
 *
 * ```ts
 * import { secretShapes } from "@toolgate/testing/hostile"
 *
 * console.log(secretShapes.some(({ of }) => of === "token: GitHub")) // true
 * ```
 */
export const secretShapes: ReadonlyArray<SecretShape> = [
  ...[...tokens, ...furtherTokens].flatMap(([of, secret]) => [
    shape(`token: ${of}`, secret, tail(secret)),
    shape(`token: ${of}, in a text`, `use "${secret}" for it`, tail(secret)),
    shape(`token: ${of}, behind a sign`, `X=${secret}`, tail(secret)),
    shape(`token: ${of}, in lines`, `a\n${secret}\nb`, tail(secret))
  ]),
  ...keys,
  ...vectors,
  ...lists,
  ...urls,
  ...encodings,
  ...sentences,
  ...people,
  ...neighbours,
  ...again,
  ...rareSecrets
]

function tail(secret: string): string {
  const end = secret.replace(/[=/].{0,12}$|-X$/, "")
  return end.slice(-Math.min(12, end.length))
}
