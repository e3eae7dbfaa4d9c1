declare const resolved: unique symbol

/** An absolute path with links followed, spelled as its file system spells it. Only the `Resources` port makes one. */
export type ResolvedPath = string & { readonly [resolved]: true }

/** The use of a file: reading, writing, or `rw` for both. Each letter is a right that the use needs. */
export type FileMode = "r" | "w" | "rw"

/** A declaration of what a tool's calls point at. The tool declares it; nothing is guessed from the names of arguments. */
export type ResourceDeclaration = ArgumentDeclaration | WordsDeclaration | HostDeclaration

/** A declaration that an argument points at a resource. */
export type ArgumentDeclaration = FileDeclaration | UrlDeclaration | CommandDeclaration

/** A declaration that an argument of a tool is the path of a file or folder. */
export interface FileDeclaration {
  readonly kind: "file"
  /**
   * The JSON pointer to the argument (RFC 6901). A step `*` stands for each item of a list: `/paths/*` is a list of paths. An empty
   * list is refused like an absent argument.
   */
  readonly arg: string
  readonly mode: FileMode
  /** The root of the path. A path that leads out of "workspace" is refused under every policy, before any policy is asked. */
  readonly within: "workspace" | "host"
  /**
   * The path to use if the argument is absent. Without a fallback, an absent argument is refused: it never means "nothing to
   * check", unless `absent` says so.
   */
  readonly fallback?: string
  /**
   * A promise that a call without the argument uses no file, as of a tool that takes a text or the path of one. The call then has no
   * such resource, and gets access to no file in its place. Not together with `fallback`.
   */
  readonly absent?: "nothing"
  /**
   * `tree`: the path is a folder, and the call uses what lies beneath it, as far as no rule forbids it: the grant leaves such files out.
   * Absent: the call uses what is at the path, and nothing beneath it.
   */
  readonly scope?: "tree"
  /** The program that works in the folder, and so in its repository, which may lie outside of the workspace. Only for a tree. */
  readonly program?: "git"
}

/** A declaration of an argument with an `http` or `https` URL, or of a list of them (`/urls/*`). The tool connects to the URL's host. */
export interface UrlDeclaration {
  readonly kind: "url"
  readonly arg: string
  readonly fallback?: string
}

/**
 * A declaration of an argument with a command. `shell`: a text for `sh`, read by a grammar. `argv`: a list of strings, the program
 * first, which is started as it is.
 */
export interface CommandDeclaration {
  readonly kind: "shell" | "argv"
  readonly arg: string
}

/**
 * A declaration of the command that every call of a tool runs. The words hold placeholders `{name}` for top-level arguments, which
 * `fillCommand` fills. The program is the first word. If it begins with "./", it is one of the tool's own files.
 */
export interface WordsDeclaration {
  readonly kind: "command"
  readonly argv: ReadonlyArray<string>
  /**
   * `r`: a promise that the program only reads in the workspace. The call is then granted no more, so that a confined program cannot
   * write there. Absent: the workspace as far as the side effects of the tool go.
   */
  readonly workspace?: "r"
}

/** A declaration of a host that every call of a tool reaches, whatever its arguments are. */
export interface HostDeclaration {
  readonly kind: "host"
  /** The host as the URL standard writes it, as in `HostResource`. */
  readonly host: string
  readonly port: number
}

/** A resource that resolved arguments point at. */
export type Resource = FileResource | HostResource | CommandResource | OpaqueResource | UnreadResource

/** A file or folder that a call points at, and what the call does with it. */
export interface FileResource {
  readonly kind: "file"
  readonly path: ResolvedPath
  readonly mode: FileMode
  /** `tree`: also everything beneath the path. */
  readonly scope?: "tree"
  /** The folders beside a tree that programs need in order to work there. Absent: none. */
  readonly beside?: ReadonlyArray<NeededFolder>
}

/** A host that a call points at. */
export interface HostResource {
  readonly kind: "host"
  /**
   * The host as the URL standard writes it: in lower case and punycode, without a dot at its end, an address in its shortest form.
   */
  readonly host: string
  readonly port: number
}

/** A simple command. A compound command becomes one such resource for each of its parts. */
export interface CommandResource {
  readonly kind: "command"
  readonly argv: ReadonlyArray<string>
  /** The words of `argv` that stand for other words. They are neither options nor programs. */
  readonly loose?: ReadonlyArray<LooseWord>
  /**
   * The names of variables that are set for this command only. A name comes with its value where the value makes the variable
   * harmless.
   */
  readonly assigned: ReadonlyArray<string>
  /**
   * Whether the program only starts another program, which is another resource (`time`, `nice`), or only decides where
   * and whether the next one runs (`cd`, `test`, `exit`).
   */
  readonly wrapper: boolean
  /** Whether the command runs in the workspace or beneath it, as far as this is known before it runs. */
  readonly inWorkspace: boolean
  /** The paths that the words would be if they named files, resolved from the folder that the command runs in. */
  readonly paths: ReadonlyArray<ResolvedPath>
  /** The words that would name something outside the workspace, unless it is what a program prints to. */
  readonly outside?: ReadonlyArray<OutsideWord>
  /** The further paths that loose words may name, as absolute patterns. */
  readonly globs?: ReadonlyArray<string>
  /** The folders beside the workspace that programs need in order to work there. Absent: none. */
  readonly beside?: ReadonlyArray<NeededFolder>
  /** The hosts of the URLs in the words, of any scheme. The port is 0 if the scheme's port is not known. */
  readonly hosts: ReadonlyArray<Pick<HostResource, "host" | "port">>
}

/** A word of a command that would lead out of the workspace if it named a file. One word may lead to several paths. */
export interface OutsideWord {
  /** The place of the word in `argv`. */
  readonly at: number
  readonly path: ResolvedPath
  /** The absolute path as the word spells it, if links lead from there to `path`. */
  readonly written?: string
  /**
   * Whether the word begins at the root with a name that no usual folder has there: it is hardly a path, as in `sed /^a/p`. The name
   * decides, and not what exists on this machine.
   */
  readonly unusual?: true
}

/**
 * A folder beside a workspace, without which programs do not work in the workspace: the repository of a linked worktree or
 * of a submodule, or installed packages. It is proven by what stands outside of the workspace, where no call can have made it.
 */
export interface NeededFolder {
  readonly path: ResolvedPath
  /** The program that writes there. Absent: it is only read. */
  readonly writer?: "git"
  /** The folder of a repository that belongs to the workspace alone. */
  readonly own?: ResolvedPath
  /** The names of entries that do not belong to it: the work trees that a bare repository holds. They are not shown. */
  readonly foreign?: ReadonlyArray<string>
}

/**
 * A word of a command that is not fully known, by its place in `argv`. It may be digits, one or several names of files, or any text
 * that the program only prints or compares.
 */
export interface LooseWord {
  readonly at: number
  readonly of: "number" | "file" | "text"
  /** The pattern of paths that the word may be. Absent if the word may be any text. */
  readonly pattern?: string
}

/** A resource that cannot be known before the call runs. No pattern allows it. */
export interface OpaqueResource {
  readonly kind: "opaque"
  /** The reason in a sentence for people, which may quote the argument. */
  readonly reason: string
}

/**
 * The rest of an argument that was not read, because reading one call may cost only so much. No rule and no mode allows it: only a
 * person can. The cost is counted and never timed, so that each process stops at the same place.
 */
export interface UnreadResource {
  readonly kind: "unread"
  /** The bound that was passed, with its number, in a sentence for people that quotes no argument. */
  readonly reason: string
}
