/** Words with which one-line code starts a program, and characters that do so in Perl, Ruby and PHP. */
const starting =
  /`|%x|\bqx\b|\b(?:system\w*|System\.(?:cmd|shell|halt)|exec\w*|spawn\w*|p?open\w*|popen|passthru|shell_exec|proc_open|fork|kill|pcntl\w*|child_process|subprocess|pty|Deno|Bun|execute\w*|shell\w*|sh|Invoke-\w+|iex|Start-Process|multiprocessing|syscall|os|process\.(?:binding|kill|dlopen|chdir|env)|Process|Kernel|Runtime|Cmd|run)\b/

/** Words with which it writes or deletes files, or reads files other than its operands. */
const filing =
  /\b(?:unlink\w*|rm\w*|remove\w*|rename\w*|delete\w*|spit|(?:Remove|Set|New|Move|Copy|Clear|Out)-\w+|del|mkdir\w*|rmdir\w*|truncate\w*|chmod\w*|chown\w*|symlink\w*|link|utime|fs|io\.(?!read|write|lines)\w+|file\.\w+|File\w*|FileUtils|IO(?!\.(?:puts|inspect|gets)\b)|Dir|Path\w*|pathlib|shutil|tempfile|file_(?:put|get)_contents|f?writes?|write\w+|save\w*|sink|copy|move|cp|dump)\b/

/** Words with which it reaches the network, reads the environment, or loads or creates code. */
const loading =
  /\b(?:socket\w*|Socket|Net|net|https?|fetch|curl\w*|urllib|requests|ftplib|smtplib|mail|download\w*|URI|LWP|ENV|environ|[gp]utenv|getenv|Sys|eval\w*|compile|Function|constructor|import_?module|importlib|runpy|ctypes|ffi|pickle|vm|worker_threads|cluster|include\w*|(?<!json\.)load\w*|dofile|source|require_once|use\s+(?!strict|warnings|utf8|feature)\w|ccall|__\w+__)\b/

/** A script that it loads: `do "x"`, `require("./x")`. */
const required = /\bdo\s*["'(]|\brequire\s*\(?\s*["'](?!\.{1,2}\/[\w./-]*\.json["'])/

/**
 * Whether one-line code is known to do more than compute and print. Any other code may still do harm, so a rule that
 * allows code at all has to be trusted.
 */
export const reachesOut = (code: string): boolean =>
  [starting, filing, loading, required].some((words) => words.test(code))
