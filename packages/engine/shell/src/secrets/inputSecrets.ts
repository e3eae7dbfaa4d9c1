/** A command whose standard input is a secret. */
export interface InputSecret {
  /** The manual that says so. */
  readonly source: string
  /** The subcommands that must stand after the program, in this order. */
  readonly after: ReadonlyArray<string>
  /** A word that must stand there too. */
  readonly with?: RegExp
  /** `line`: only the first line is a secret. What follows is the input of the command that then runs. */
  readonly reads: "all" | "line"
}

/** The commands of several programs. The names of the programs stand in one text, separated by blanks. */
type InputRow = readonly [programs: string, facts: InputSecret]

const reads = (
  source: string,
  programs: string,
  after = "",
  more: Partial<Pick<InputSecret, "with" | "reads">> = {}
): InputRow => [programs, { source, after: after === "" ? [] : after.split(" "), reads: "all", ...more }]

const dash = /(?:^|=|@)-$|\/dev\/(?:stdin|fd\/0)$/

/** The commands that read a password, a token or a key from their standard input. */
const rows: ReadonlyArray<InputRow> = [
  reads(
    "passwd(1), smbpasswd(8), kpasswd(1)",
    "passwd chpasswd chgpasswd gpasswd smbpasswd kpasswd yppasswd vncpasswd"
  ),
  reads("htpasswd(1), mosquitto_passwd(1)", "htpasswd htdigest mosquitto_passwd ldappasswd slappasswd saslpasswd2"),
  reads("mysql_config_editor(1)", "mysql_config_editor", "set"),
  reads("mkpasswd(1)", "mkpasswd", "", { with: /^(?:-s|--stdin)$/ }),
  reads("openssl-passwd(1)", "openssl", "passwd", { with: /^-stdin$/ }),
  reads("kinit(1), kadmin(1)", "kinit kadmin kadmin.local ktutil"),
  reads("sudo(8)", "sudo", "", { with: /^(?:-[A-Za-z]*S[A-Za-z]*|--stdin)$/, reads: "line" }),
  reads("su(1), doas(1)", "su doas", "", { reads: "line" }),
  reads("cryptsetup(8), veracrypt", "cryptsetup veracrypt truecrypt zuluCrypt-cli"),
  reads("ssh-add(1), ssh-keygen(1)", "ssh-add ssh-keygen"),
  reads("sshpass(1)", "sshpass", "", { reads: "line" }),
  reads("age(1)", "age rage", "", { with: /^(?:-i|--identity|-p|--passphrase)$/ }),
  reads("sops(1)", "sops"),
  reads("kubeseal, --help", "kubeseal"),
  reads("secret-tool(1), keyring, pass(1)", "secret-tool keyring", "store"),
  reads("keyring, --help", "keyring", "set"),
  reads("pass(1), gopass", "pass gopass", "insert"),
  reads("security(1), macOS", "security", "add-generic-password"),
  reads("security(1), macOS", "security", "unlock-keychain"),
  reads("op, 1Password CLI", "op", "signin"),
  reads("op, 1Password CLI", "op", "account add"),
  reads("op, 1Password CLI", "op", "item create"),
  reads("bw, Bitwarden CLI", "bw", "login"),
  reads("bw, Bitwarden CLI", "bw", "unlock"),
  reads("lpass(1)", "lpass", "login"),
  reads("lpass(1)", "lpass", "add"),
  reads("keepassxc-cli(1)", "keepassxc-cli"),
  reads("ansible-vault(1)", "ansible-vault"),
  reads("Vault CLI", "vault bao", "login"),
  reads("Vault CLI", "vault bao", "unwrap"),
  reads("Vault CLI", "vault bao", "operator unseal"),
  reads("Vault CLI, kv put, write", "vault bao", "", { with: dash }),
  reads("consul kv put, nomad var put", "consul nomad", "", { with: dash }),
  reads("docker secret create", "docker podman nerdctl", "secret create"),
  reads("docker login, podman-login(1)", "docker podman nerdctl buildah skopeo helm oras regctl cosign", "login"),
  reads("crane auth login", "crane", "auth login"),
  reads("helm registry login", "helm", "registry login"),
  reads("gh auth login", "gh", "auth login"),
  reads("gh secret set", "gh", "secret set"),
  reads("glab auth login", "glab", "auth login"),
  reads("glab variable set", "glab", "variable set"),
  reads("git-credential(1)", "git", "credential"),
  reads("npm login, npm adduser", "npm yarn pnpm bun", "login"),
  reads("npm login, npm adduser", "npm pnpm", "adduser"),
  reads("npm token create", "npm", "token create"),
  reads("yarn npm login", "yarn", "npm login"),
  reads("cargo login, gem signin, twine", "cargo", "login"),
  reads("gem signin", "gem", "signin"),
  reads("twine upload", "twine", "upload"),
  reads("poetry config", "poetry", "config"),
  reads("dotnet user-secrets set", "dotnet", "user-secrets set"),
  reads("aws configure", "aws", "configure"),
  reads("az login", "az", "login"),
  reads("az acr login", "az", "acr login"),
  reads("gcloud secrets", "gcloud", "secrets", { with: dash }),
  reads("gcloud auth", "gcloud", "auth", { with: dash }),
  reads("doctl auth init", "doctl", "auth init"),
  reads("kubectl create secret", "kubectl oc k3s", "create secret", { with: dash }),
  reads("oc login", "oc", "login"),
  reads("argocd login", "argocd", "login"),
  reads("wrangler secret", "wrangler", "secret"),
  reads("vercel env add", "vercel vc", "env add"),
  reads("vercel login", "vercel vc netlify heroku fly flyctl railway supabase snyk terraform pulumi doppler", "login"),
  reads("flyctl secrets import", "fly flyctl", "secrets import"),
  reads("heroku config", "heroku", "auth:token"),
  reads("railway variables", "railway", "variables", { with: dash }),
  reads("supabase secrets set", "supabase", "secrets set", { with: dash }),
  reads("doppler secrets set", "doppler", "secrets set"),
  reads("doppler configure", "doppler", "configure"),
  reads("infisical login", "infisical", "login"),
  reads("pulumi config set", "pulumi", "config set", { with: /^--secret$/ }),
  reads("eas secret:create", "eas expo", "login"),
  reads("huggingface-cli login", "huggingface-cli", "login"),
  reads("hf auth login", "hf", "auth login"),
  reads("wandb login", "wandb", "login"),
  reads("kaggle, modal, replicate: login", "kaggle modal replicate", "login"),
  reads("snyk auth", "snyk", "auth"),
  reads("sentry-cli login", "sentry-cli", "login"),
  reads("rclone obscure", "rclone", "obscure"),
  reads("rabbitmqctl(8)", "rabbitmqctl", "add_user"),
  reads("rabbitmqctl(8)", "rabbitmqctl", "change_password"),
  reads("createuser(1)", "createuser", "", { with: /^(?:-\w*P\w*|--pwprompt)$/ }),
  reads("mysql(1)", "mysql mysqldump mysqladmin mariadb mariadb-dump mariadb-admin", "", {
    with: /^(?:-p|--password)$/,
    reads: "line"
  }),
  reads("psql(1)", "psql pg_dump pg_restore createdb dropdb", "", { with: /^(?:-\w*W|--password)$/, reads: "line" }),
  reads("redis-cli(1)", "redis-cli valkey-cli", "", { with: /^--askpass$/, reads: "line" }),
  reads("ldapsearch(1)", "ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami", "", { with: /^-\w*W$/, reads: "line" }),
  reads("smbclient(1), net(8)", "smbclient net mount.cifs", "", { reads: "line" }),
  reads("curl(1)", "curl", "", { with: /^(?:-K-|--config=-)$/ }),
  reads("read, of bash", "read", "", { with: /^-[a-z]*s[a-z]*$/ })
]

const programs: ReadonlyMap<string, ReadonlyArray<InputSecret>> = rows.reduce((all, [names, facts]) => {
  for (const name of names.split(" ")) all.set(name, [...(all.get(name) ?? []), facts])
  return all
}, new Map<string, ReadonlyArray<InputSecret>>())

/** The programs that start the program that a later word names. */
const launchers = new Set(
  "sudo doas env command exec nohup time timeout nice ssh docker podman nerdctl kubectl oc nsenter chroot su runuser setsid stdbuf script npx pnpm yarn bunx uvx pipx if while until ! then do".split(
    " "
  )
)

/** The most words of a command that are looked at. */
const mostWords = 256

/** An option that names the standard input as the place of a secret: `--password-stdin`, `--key-file=-`. */
const namesInput =
  /^--?(?:[\w-]*(?:pass|passw(?:or)?d|passphrase|token|secret|key|credentials?)[\w-]*-stdin|with-token)$/
/** An option whose value is a file with secrets. */
export const namesSecretFile =
  /^--?[\w-]*(?:pass(?:w(?:or)?d|phrase|in|out)?|token|secret|key|credentials?|identity|defaults|netrc|auth|config|K)[\w-]*=?$/
const standsForInput = /^(?:-|@-|stdin|fd:0|0|(?:file:)?\/dev\/(?:stdin|fd\/0))$/

/** Returns how much of a command's standard input is a secret, or `undefined` if none of it is. */
export const inputSecretOf = (argv: ReadonlyArray<string>): InputSecret["reads"] | undefined => {
  const words = argv.length > mostWords ? argv.slice(0, mostWords) : argv
  for (const [at, word] of words.entries()) {
    if (namesInput.test(word)) return "all"
    const sign = word.indexOf("=")
    const [option, value] = sign < 0 ? [word, words[at + 1] ?? ""] : [word.slice(0, sign), word.slice(sign + 1)]
    if (word.startsWith("-") && namesSecretFile.test(option) && standsForInput.test(value)) return "all"
  }
  let isFirst = true
  for (const [at, word] of words.entries()) {
    if (/^\w+=/.test(word)) continue
    const name = nameOf(word)
    if (isFirst || launchers.has(nameOf(words[0] ?? "")) || /^\w+=/.test(words[0] ?? ""))
      for (const { after, with: needed, reads: how } of programs.get(name) ?? [])
        if (stand(after, words, at + 1) && (needed === undefined || words.some((one) => needed.test(one)))) return how
    isFirst = false
  }
  return undefined
}

const nameOf = (word: string): string => word.slice(word.lastIndexOf("/") + 1)

/** Whether subcommands stand after a place, in this order. */
const stand = (after: ReadonlyArray<string>, words: ReadonlyArray<string>, from: number): boolean => {
  let found = 0
  for (let at = from; at < words.length && found < after.length; at++) if (words[at] === after[found]) found++
  return found === after.length
}

/** A word without which no command of a text reads a secret from its standard input. */
export const mentionsInput = new RegExp(
  `(?<![\\w-])(?:${[...programs.keys()].map((name) => name.replaceAll(".", "\\.")).join("|")})(?![\\w-])|-stdin|with-token|/dev/(?:stdin|fd/0)|fd:0|passphrase-fd|[= ]-(?:\\s|$)|-(?:[\\w-]*(?:pass|token|secret|key|defaults|netrc)[\\w-]*[= ]|\\w[= ])<\\(`,
  "g"
)
