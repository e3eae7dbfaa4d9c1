/** A path that is protected from being written, and what would start by itself if it were written. */
interface BuiltInPath {
  /** A pattern that holds in every folder. It also protects everything beneath the paths that it matches. */
  readonly path: string
  /** The reason for the protection, as the end of a sentence that begins with the path. */
  readonly reason: string
  /** Whether the pattern protects only files, and no folders. */
  readonly isFile?: true
  /** Whether a new repository contains the path, and may keep it if it cannot start anything. */
  readonly isInspected?: true
  /** Whether the pattern also protects what a package manager installed there, beneath `node_modules`. */
  readonly isInstalled?: true
}

const all = (reason: string, paths: string): ReadonlyArray<BuiltInPath> =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => ({ path, reason }))

const inspected = (reason: string, paths: string): ReadonlyArray<BuiltInPath> =>
  all(reason, paths).map((one) => ({ ...one, isInspected: true }))

/**
 * The paths that start programs or give orders without being asked when a person goes on to work in the folder: when
 * the person enters or opens the folder, starts a shell, or runs an everyday command such as `git status`.
 *
 * The list does not contain files that a person runs by name, such as a build file or a script of `package.json`, or
 * files that are only text for an agent to read. An agent is there to write those.
 *
 * Sources: git-config(1), githooks(5), gitrepository-layout(5), gitsubmodules(7), direnv(1), bash(1), zsh(1), fish(1),
 * readline(3), npmrc(5), and the manuals of the programs that are named.
 */
export const builtInPaths: ReadonlyArray<BuiltInPath> = [
  ...inspected(
    "holds programs that git starts when it commits, merges, checks out and pushes",
    "*.git/hooks *.git/worktrees/*/hooks"
  ),
  ...inspected(
    "names programs that git starts, by `git status` too, and folders to take hooks from",
    "*.git/config *.git/config.worktree *.git/worktrees/*/config *.git/worktrees/*/config.worktree"
  ),
  ...inspected(
    "holds programs that git starts in a submodule, or names them",
    "*.git/modules/**/hooks *.git/modules/**/config *.git/modules/**/config.worktree"
  ),
  ...inspected(
    "says which repository git takes its hooks and configuration from",
    "*.git/commondir *.git/worktrees/*/commondir *.git/modules/**/commondir"
  ),
  {
    path: ".git",
    reason: "says, as a file, which repository git takes its hooks and configuration from",
    isFile: true,
    isInspected: true
  },
  ...all("holds git's settings of a user, which name programs that git starts", ".gitconfig .config/git"),
  ...all(
    "is a folder of hooks that a repository's configuration commonly leads to",
    ".husky .githooks .git-hooks .lefthook .lefthook-local"
  ),
  ...all(
    "names the commands that installed git hooks start",
    `.pre-commit-config.yaml .pre-commit-config.yml lefthook.yml lefthook.yaml lefthook.toml lefthook.json lefthook-local.yml
     lefthook-local.yaml .lefthook.yml .lefthook.yaml .overcommit.yml`
  ),
  ...all("names programs that the version control starts", ".hg/hgrc .hgrc .jj/repo/config.toml"),
  ...all(
    "is read by a shell when it starts or ends",
    `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc
     .cshrc .tcshrc .login .logout .xonshrc .config/fish .config/nushell .config/powershell .config/elvish .oh-my-zsh`
  ),
  ...all("gives keys a meaning in every shell, commands included", ".inputrc"),
  ...all(
    "is read when a person logs in",
    ".xprofile .xinitrc .xsession .xsessionrc .pam_environment .config/autostart .config/environment.d .config/systemd"
  ),
  ...all(
    "is run, or changes which programs run, when a shell enters the folder",
    `.envrc .direnv mise.toml mise.*.toml .mise.toml .mise.*.toml .mise .config/mise .config/mise.toml .tool-versions .rvmrc
     .shadowenv.d`
  ),
  ...all(
    "holds settings and tasks that an editor follows when the folder is opened",
    `.vscode *.code-workspace .idea .zed .fleet .helix .theia .devcontainer .devcontainer.json *.sublime-project .dir-locals.el
     .dir-locals-2.el .nvim.lua .nvimrc .exrc .lvimrc`
  ),
  ...all(
    "is run by an editor when it starts",
    ".vimrc .gvimrc .vim .config/nvim .config/vim .emacs .emacs.d .config/emacs .nanorc"
  ),
  ...all(
    "holds an agent's own settings: its permissions, hooks, and the servers that it starts",
    `.claude .claude.json .codex .gemini .cursor .mcp.json .windsurf .continue .continuerc.json .aider.conf.yml .amazonq .kiro .roo
     .opencode opencode.json opencode.jsonc .qwen .crush .crush.json crush.json .goose .junie .trae .augment .factory .agents
     .copilot`
  ),
  ...all("says what this gate permits", ".config/toolgate"),
  // Also where there is no such file yet: the gate reads one that a call has made from its next call on.
  ...all("is read by this gate as a policy or as settings", "toolgate.yaml toolbox.yaml mcp.yaml"),
  ...all(
    "holds programs that a person or an MCP client starts by name, such as Node",
    `.nvm/versions .volta/tools .volta/bin .asdf/installs .asdf/shims .fnm/node-versions .local/share/fnm .local/share/mise .nodenv
     .nodebrew .proto/tools .proto/shims .local/share/pnpm .npm-global .npm-packages .npm/_npx .bun/bin .bun/install/global
     .config/yarn/global .local/bin .pyenv .rbenv .rustup/toolchains .cargo/bin .deno/bin .sdkman/candidates`
  ).map((one) => ({ ...one, isInstalled: true as const })),
  ...all(
    "is this gate's own, and is started or followed by it or by MCP clients",
    ".local/state/toolgate toolgate/mcp/toolgate toolgate/mcp/packages"
  ),
  ...all(
    "makes a package manager start other programs, or run code, whatever it is asked to do",
    `.npmrc .yarnrc .yarnrc.yml .yarn/releases .yarn/plugins .pnpmfile.cjs .pnpmfile.mjs bunfig.toml .cargo/config .cargo/config.toml
     .mvn .gradle/init.d .gradle/init.gradle .gradle/init.gradle.kts`
  ),
  ...all(
    "is run by an interpreter or debugger that is started in the folder",
    `sitecustomize.py usercustomize.py .pdbrc .pythonrc .pythonrc.py .pythonstartup .gdbinit .lldbinit .Rprofile .irbrc .pryrc .ghci
     .ocamlinit .psqlrc .sqliterc .octaverc .tclshrc .ipython .jupyter .julia/config`
  ),
  ...all(
    "holds code that an interpreter finds in the home folder, or that a program runs at each start",
    `.local/lib/python*/site-packages .node_modules .node_libraries .gem .local/share/gem .mavenrc .antrc .ansible.cfg .subversion
     .rpmmacros .bazelrc .cmake/packages`
  ),
  ...all(
    "names programs that a client starts to log in, to connect or to show something",
    `.ssh .gnupg .aws/config .kube/config .docker/config.json .docker/cli-plugins .curlrc .wgetrc .lessfilter .terraformrc .screenrc .tmux.conf .config/tmux`
  )
]
