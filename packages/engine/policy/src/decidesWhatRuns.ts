/**
 * Variables that tell programs what to run, what to load or what to do. Sources: environ(7), ld.so(8), dyld(1), sh(1),
 * bash(1), zsh(1), git(1), ssh(1), node(1), npm-config(7), python(1), perlrun(1), ruby(1), the JVM's guide, go(1),
 * cargo(1), rustup(1), gcc(1), make(1), less(1), man(1), dotnet(1), openssl(1), curl(1), docker(1), kubectl(1), aws(1),
 * gpg(1), psql(1).
 */
const names = new Set([
  ...["ENV", "IFS", "PS4", "SHELLOPTS", "BASHOPTS", "ZDOTDIR", "HISTFILE", "FCEDIT", "VISUAL", "PATHEXT", "COMSPEC"],
  ...["CC", "CXX", "CPP", "LD", "AR", "AS", "NM", "FC", "RUSTC", "RUSTDOC", "MAKE", "MAKEFILES", "SYSTEMROOT"],
  ...["TERMCAP", "TERMINFO", "TERMINFO_DIRS", "TMPDIR", "TEMP", "TMP", "PWD", "OLDPWD", "USER", "LOGNAME", "DISPLAY"],
  ...["LESS", "LESSOPEN", "LESSCLOSE", "LESSKEY", "LESSKEYIN", "VIMINIT", "EXINIT", "KUBECONFIG", "PSQLRC", "INPUTRC"],
  ...["WGETRC", "PHPRC", "CURLRC", "BASHRC", "SCREENRC", "GTK_MODULES", "RSYNC_RSH", "CVS_RSH", "SVN_SSH"],
  ...["GOROOT", "GOENV", "GOBIN", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOINSECURE", "GOTOOLCHAIN", "GOCACHE", "GODEBUG"],
  ...["GOMODCACHE", "GOTMPDIR", "GOEXPERIMENT", "PYTEST_PLUGINS", "DJANGO_SETTINGS_MODULE", "FLASK_APP"],
  ...["COVERAGE_PROCESS_START", "AWS_PROFILE", "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "PGSERVICEFILE"]
])

/** Prefixes of families of such variables. */
const families = [
  ...["LD_", "DYLD_", "BASH_", "ZSH_", "GLIBC_", "MALLOC_", "GIT_", "SSH_", "SUDO_", "NPM_", "YARN_", "PNPM_", "BUN_"],
  ...["COREPACK_", "NODE_", "DENO_", "TS_NODE_", "ELECTRON_", "PYTHON", "PIP_", "PIPENV_", "POETRY_", "UV_", "CONDA_"],
  ...["PERL5", "PERL_", "RUBY_", "GEM_", "BUNDLE_", "JAVA_", "_JAVA_", "JDK_", "MAVEN_", "GRADLE_", "CGO_", "CARGO_"],
  ...["RUSTC_", "RUSTUP_", "GCC_", "COMPILER_", "DOTNET_", "CORECLR_", "COMPLUS_", "MSBUILD", "PHP_", "COMPOSER_"],
  ...["LUA_", "ERL_", "DOCKER_", "BUILDKIT_", "OPENSSL_", "SSL_", "CURL_", "GNUPG", "XDG_", "QT_", "ANSIBLE_"],
  ...["TF_CLI_", "TF_PLUGIN_", "TF_REATTACH_"]
]

/** Endings of names that say what kind of value the variable has. */
const endings = [
  /(?:PATH|OPTIONS|OPTS?|FLAGS|EDITOR|PAGER|ASKPASS|PRELOAD|LIB|PLUGINS?)$/,
  /(?:^|_)(?:HOME|ARGS|COMMAND|CMD|EXEC|EXECUTABLE|PROGRAM|BINARY|INTERPRETER|SHELL|BROWSER|VIEWER|PROXY|REQUIRE|IMPORT)$/,
  /(?:^|_)(?:LOADER|WRAPPER|RUNNER|LINKER|COMPILER|LAUNCHER|MODULES?|HOOKS?|RC|CONFIG|CONFIG_(?:FILE|DIR)|CONF|STARTUP)$/
]

/**
 * Whether a variable, judging by its name, may decide which program runs, what the program loads or what the program
 * does. The case of letters does not matter, because programs accept both.
 */
export const decidesWhatRuns = (name: string): boolean => {
  const upper = name.toUpperCase()
  return (
    names.has(upper) ||
    families.some((family) => upper.startsWith(family)) ||
    endings.some((ending) => ending.test(upper))
  )
}

/** Returns an example of a variable that starts with `stem` and decides what runs; `undefined` if none is known. */
export const decidingVariable = (stem: string): string | undefined => {
  const upper = stem.toUpperCase()
  const known = ["PATH", "HOME", "SHELL", "EDITOR", "PAGER", "BROWSER", "CLASSPATH", "CDPATH", "FPATH", ...names]
  const family = families.find((one) => one.startsWith(upper) || upper.startsWith(one))
  return known.find((name) => name.startsWith(upper)) ?? (family === undefined ? undefined : `${family}*`)
}
