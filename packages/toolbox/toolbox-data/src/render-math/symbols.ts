/** A symbol in Unicode and ASCII. Relations and operators are surrounded by blanks. */
export interface MathSymbol {
  readonly unicode: string
  readonly ascii: string
  readonly kind: "letter" | "operation" | "relation"
}

const table = (kind: MathSymbol["kind"], text: string): ReadonlyArray<readonly [string, MathSymbol]> =>
  text
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [name = "", unicode = "", ascii = name] = entry.split("|")
      return [name, { unicode, ascii, kind }]
    })

/** The macros for single symbols. The ASCII form is by default the name. */
export const symbols: ReadonlyMap<string, MathSymbol> = new Map(
  [
    ...table(
      "letter",
      `alpha|α beta|β gamma|γ delta|δ epsilon|ϵ varepsilon|ε zeta|ζ eta|η theta|θ vartheta|ϑ iota|ι kappa|κ lambda|λ mu|μ nu|ν xi|ξ
     pi|π varpi|ϖ rho|ρ varrho|ϱ sigma|σ varsigma|ς tau|τ upsilon|υ phi|ϕ varphi|φ chi|χ psi|ψ omega|ω Gamma|Γ Delta|Δ Theta|Θ
     Lambda|Λ Xi|Ξ Pi|Π Sigma|Σ Upsilon|Υ Phi|Φ Psi|Ψ Omega|Ω infty|∞|inf partial|∂|d nabla|∇|nabla hbar|ℏ ell|ℓ|l Re|ℜ Im|ℑ aleph|ℵ
     emptyset|∅|{} varnothing|∅|{} forall|∀ exists|∃ nexists|∄ neg|¬|not lnot|¬|not top|⊤ bot|⊥ angle|∠ degree|° prime|′|' dots|…|...
     ldots|…|... cdots|⋯|... vdots|⋮|: ddots|⋱|... imath|ı|i jmath|ȷ|j dagger|†|+ star|⋆|* circ|∘|o bullet|•|* therefore|∴ because|∵
     square|□ triangle|△ langle|⟨|< rangle|⟩|> lfloor|⌊|floor( rfloor|⌋|) lceil|⌈|ceil( rceil|⌉|) lbrace|{|{ rbrace|}|} lbrack|[|[
     rbrack|]|] vert|¦|¦ Vert|‖|¦¦ backslash|\\|\\ {|{|{ }|}|} %|%|% $|$|$ #|#|# &|&|& _|_|_`
    ),
    ...table(
      "operation",
      `pm|±|+- mp|∓|-+ times|×|* div|÷|/ cdot|·|* ast|∗|* cap|∩|cap cup|∪|cup setminus|∖|\\ oplus|⊕|(+) ominus|⊖|(-) otimes|⊗|(x)
     wedge|∧|and land|∧|and vee|∨|or lor|∨|or bmod|mod|mod`
    ),
    ...table(
      "relation",
      `le|≤|<= leq|≤|<= ge|≥|>= geq|≥|>= ne|≠|!= neq|≠|!= lt|<|< gt|>|> ll|≪|<< gg|≫|>> approx|≈|~= sim|∼|~ simeq|≃|~= cong|≅|~= equiv|≡|==
     propto|∝|~ in|∈|in notin|∉|not-in ni|∋|ni subset|⊂|subset subseteq|⊆|subseteq supset|⊃|supset supseteq|⊇|supseteq to|→|-> rightarrow|→|->
     leftarrow|←|<- gets|←|<- leftrightarrow|↔|<-> Rightarrow|⇒|=> implies|⟹|=> Leftarrow|⇐|<= iff|⟺|<=> Leftrightarrow|⇔|<=>
     mapsto|↦|-> uparrow|↑|^ downarrow|↓|v mid|∣|¦ parallel|∥|¦¦ perp|⊥|_¦_ models|⊨|¦= vdash|⊢|¦- colon|:|: coloneqq|≔|:= longrightarrow|⟶|-->`
    )
  ].map(([name, symbol]) => [name, bars(symbol)] as const)
)

// The table separates fields with "|", so "¦" stands for it.
function bars({ unicode, ascii, kind }: MathSymbol): MathSymbol {
  return { unicode: unicode.replaceAll("¦", "|"), ascii: ascii.replaceAll("¦", "|"), kind }
}

/** The macros that render as their names, such as sin. */
export const functions: ReadonlySet<string> = new Set(
  "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth exp log ln lg det dim ker deg gcd arg hom Pr".split(
    " "
  )
)

/** The operators with limits above and below. */
export const limits: ReadonlyMap<string, { readonly unicode: string; readonly ascii: string }> = new Map([
  ["sum", { unicode: "∑", ascii: "sum" }],
  ["prod", { unicode: "∏", ascii: "prod" }],
  ["coprod", { unicode: "∐", ascii: "coprod" }],
  ["bigcup", { unicode: "⋃", ascii: "cup" }],
  ["bigcap", { unicode: "⋂", ascii: "cap" }],
  ...["lim", "max", "min", "sup", "inf", "argmax", "argmin", "limsup", "liminf"].map(
    (name) => [name, { unicode: name, ascii: name }] as const
  )
])

/** The integral signs, with limits beside them. */
export const integrals: ReadonlyMap<string, { readonly unicode: string; readonly ascii: string }> = new Map([
  ["int", { unicode: "∫", ascii: "int" }],
  ["iint", { unicode: "∬", ascii: "iint" }],
  ["iiint", { unicode: "∭", ascii: "iiint" }],
  ["oint", { unicode: "∮", ascii: "oint" }]
])

/** The accents, as a combining character and as a sign for the line above. */
export const accents: ReadonlyMap<string, { readonly mark: string; readonly above: string }> = new Map([
  ["hat", { mark: "\u0302", above: "^" }],
  ["widehat", { mark: "\u0302", above: "^" }],
  ["tilde", { mark: "\u0303", above: "~" }],
  ["widetilde", { mark: "\u0303", above: "~" }],
  ["bar", { mark: "\u0304", above: "_" }],
  ["vec", { mark: "\u20d7", above: ">" }],
  ["dot", { mark: "\u0307", above: "." }],
  ["ddot", { mark: "\u0308", above: ".." }],
  ["overline", { mark: "\u0305", above: "_" }]
])

/** The macros that render their argument unchanged, as a blank, or as nothing. */
export const plainGroups: ReadonlySet<string> = new Set(
  "mathrm mathbf mathit mathsf mathtt mathcal mathfrak mathscr boldsymbol bm operatorname mathop mathbin mathrel".split(
    " "
  )
)
export const blanks: ReadonlyMap<string, string> = new Map([
  [",", " "],
  [":", " "],
  [";", " "],
  [" ", " "],
  ["quad", "  "],
  ["qquad", "    "],
  ["!", ""],
  ["displaystyle", ""],
  ["textstyle", ""],
  ["limits", ""],
  ["nolimits", ""],
  ["nonumber", ""]
])

/** The double-struck letters. */
export const doubleStruck: Readonly<Record<string, string>> = { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" }
