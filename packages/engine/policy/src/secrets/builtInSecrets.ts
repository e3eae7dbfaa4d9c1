/** A path that is not read without a person's approval, and what it holds. */
interface BuiltInSecret {
  /** A pattern that holds in every folder, or an absolute one. It also covers everything beneath the paths that it matches. */
  readonly path: string
  /** The content of the path, as the end of a sentence that begins with the path. */
  readonly reason: string
  /**
   * Whether the pattern covers a file only in a home folder, or outside the workspace: a project may have a file of the same name
   * that holds no secret.
   */
  readonly isOfHome?: true
  /**
   * Whether the pattern covers only a file, and only for tools that read files in this process: the programs of a project read the file
   * to run, so that commands see it.
   */
  readonly isOfProject?: true
}

const all = (reason: string, paths: string): ReadonlyArray<BuiltInSecret> =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => ({ path, reason }))

const ofHome = (reason: string, paths: string): ReadonlyArray<BuiltInSecret> =>
  all(reason, paths).map((one) => ({ ...one, isOfHome: true }))

/**
 * The usual places of credentials, and of what this machine and its user keep from others. A project's own secrets, such as `.env`, are
 * kept from tools that read files, and not from commands. A policy keeps them from both with the key `secrets`.
 *
 * Sources are named above each group.
 */
export const builtInSecrets: ReadonlyArray<BuiltInSecret> = [
  // proc(5), mem(4), kcore. `root` and `cwd` of a process are links, which lead to the real path before anything is compared.
  ...all(
    "shows the variables, the memory or the open files of a process",
    `/proc/*/environ /proc/*/mem /proc/*/cmdline /proc/*/auxv /proc/*/maps /proc/*/smaps /proc/*/map_files /proc/*/pagemap
     /proc/*/fd /proc/*/fdinfo /proc/*/stack /proc/*/syscall /proc/*/task /proc/*/root /proc/*/cwd`
  ),
  ...all(
    "shows the memory or the disks of the machine",
    `/proc/kcore /proc/kmem /proc/keys /proc/kallsyms /dev/mem /dev/kmem /dev/port /dev/disk /dev/mapper /dev/sd* /dev/nvme* /dev/vd*
     /dev/xvd* /dev/dm-* /dev/loop* /dev/input`
  ),
  // shadow(5), sudoers(5), ssh(1), krb5.conf(5), letsencrypt, wg-quick(8), nm-settings-keyfile(5), docker and kubernetes guides.
  ...all(
    "holds passwords or keys of the machine",
    `/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/security/opasswd /etc/krb5.keytab
     /etc/ssh/ssh_host_* /etc/ssl/private /etc/pki/tls/private /etc/letsencrypt /etc/wireguard /etc/openvpn /etc/kubernetes
     /etc/rancher /etc/NetworkManager/system-connections /etc/docker/key.json /run/secrets /var/run/secrets /var/lib/kubelet
     /var/lib/docker /var/lib/sss/secrets /var/spool/cron /run/docker.sock /var/run/docker.sock /run/containerd`
  ),
  // This gate: its settings, and of its state what is not a program: the record, questions, rules that wait for review, sign-ins.
  ...all(
    "holds settings, keys or records of this gate",
    `.config/toolgate toolgate/audit toolgate/review toolgate/artifacts toolgate/memory toolgate/mcp/sign-ins toolgate/mcp/clients
     toolgate/store.key toolgate/store.sqlite*`
  ),
  { path: "Library/Application Support/toolgate", reason: "holds settings, keys or records of this gate" },
  { path: "AppData/*/toolgate", reason: "holds settings, keys or records of this gate" },
  // ssh(1), gpg(1), age(1), sops, pass(1), step, PuTTY.
  ...all(
    "holds private keys",
    `.ssh .gnupg .config/age .config/sops .age .step .putty .config/putty .pki .minisign .signify .config/solana .ethereum
     .bitcoin .electrum`
  ),
  // netrc(5), git-credential-store(1), gh, hub, glab, tea, emacs auth-source.
  ...all(
    "holds credentials of servers",
    `.netrc _netrc .authinfo .authinfo.gpg .git-credentials .config/git/credentials .config/gh .config/hub .config/glab-cli
     .config/tea .config/github-copilot .gitcookies .smbcredentials .davfs2/secrets .fetchmailrc .msmtprc .mbsyncrc .offlineimaprc .mutt`
  ),
  // The guides of the command lines of clouds and hosts.
  ...all(
    "holds credentials of a cloud",
    `.aws .azure .config/gcloud .boto .oci .aliyun .bluemix .config/doctl .config/hcloud .config/linode-cli .config/scw .fly
     .config/netlify .config/.wrangler .wrangler/config .local/share/com.vercel.cli .config/rclone .s3cfg .config/s5cmd .databrickscfg
     .snowsql .kaggle .huggingface .cache/huggingface/token .terraform.d .terraformrc .pulumi .ansible/vault .vault-token
     .config/openstack .config/stripe .config/heroku .config/railway .railway .supabase/access-token .config/ngrok .ngrok2 .cloudflared`
  ),
  // kubectl, docker-login(1), containers-auth.json(5), helm, argocd, talosctl.
  ...all(
    "holds credentials of clusters or registries",
    `.kube .minikube .docker/config.json .config/containers/auth.json .config/helm .config/argocd .talos .config/k9s .crc`
  ),
  // npmrc(5), yarn, PyPI's .pypirc, cargo, gem, maven, gradle, composer, nuget, bundler, pip, poetry, conda, hex.
  ...all(
    "holds credentials of package registries",
    `.pypirc .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml .m2/settings-security.xml .composer/auth.json
     .config/composer/auth.json .nuget/NuGet .config/NuGet .config/pypoetry/auth.toml .local/share/uv/credentials .hex/hex.config
     .config/configstore .sbt/credentials .ivy2/.credentials`
  ),
  ...ofHome(
    "may hold credentials of package registries",
    ".npmrc .yarnrc .yarnrc.yml .bundle/config .config/pip .pip .condarc .gradle/gradle.properties .config/pnpm .bunfig.toml"
  ),
  // libpq's password file, mysql_config_editor(1), mongosh, redis-cli.
  ...all("holds passwords of databases", ".pgpass .my.cnf .mylogin.cnf .mongorc.js .mongodb .dbshell .config/psql"),
  // The manuals of password managers and key rings.
  ...all(
    "belongs to a password manager",
    `.password-store .local/share/keyrings .local/share/kwalletd .kde/share/apps/kwallet .config/op .op .config/1Password .config/Bitwarden
     .config/keepassxc .config/KeePass .config/lpass .lpass .local/share/gopass .config/gopass *.kdbx *.agilekeychain *.opvault
     Library/Keychains`
  ),
  // The profile folders of browsers and of programs that sign in as their user.
  ...all(
    "holds the sessions and passwords of a browser or of a program that signs in",
    `.mozilla .thunderbird .config/google-chrome .config/google-chrome-beta .config/chromium .config/BraveSoftware
     .config/microsoft-edge .config/vivaldi .config/opera .config/Slack .config/discord .config/Signal .local/share/TelegramDesktop
     snap/firefox snap/chromium .var/app Library/Cookies Library/Safari`
  ),
  ...["Google", "Firefox", "BraveSoftware", "Microsoft Edge", "Chromium", "Arc", "Slack", "Signal"].map((name) => ({
    path: `Library/Application Support/${name}`,
    reason: "holds the sessions and passwords of a browser or of a program that signs in"
  })),
  // Where agents keep what they sign in with.
  ...all(
    "holds credentials of an agent",
    `.claude/.credentials.json .claude.json .codex/auth.json .gemini/oauth_creds.json .qwen/oauth_creds.json .codeium
     .local/share/opencode/auth.json .config/openai .config/anthropic .aider.conf.yml .config/goose/secrets.yaml`
  ),
  // bash(1), zsh(1), fish(1), and the history files of interpreters and clients.
  ...all(
    "holds what was typed, passwords among it",
    `.bash_history .zsh_history .zhistory .histfile .sh_history .ash_history .ksh_history .local/share/fish/fish_history
     .python_history .node_repl_history .irb_history .psql_history .mysql_history .sqlite_history .rediscli_history .lesshst .viminfo
     .wget-hsts`
  ),
  // dotenv, Vite, Next.js, ssh-keygen(1), htpasswd(1), PKCS #12. Examples such as `.env.example` hold no secrets.
  ...all(
    "holds secrets of a project",
    `.env .env.local .env.*.local .env.production .env.development .env.staging .env.prod .env.dev .env.test id_rsa id_dsa id_ecdsa
     id_ed25519 .htpasswd *.p12 *.pfx`
  ).map((one) => ({ ...one, isOfProject: true as const }))
]
