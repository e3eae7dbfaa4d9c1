/** The files of all programs as JSON, one after the other. */
export declare const text: string
/** The name of each program, with the index at which its file begins in `text`, and the index after its end. */
export declare const places: Readonly<Record<string, readonly [from: number, to: number]>>
/** The first name of each program that has several, by each of them. */
export declare const plainNames: Readonly<Record<string, string>>
