/**
 * A category of business as it is listed: its name, at most 50 characters, the class of ISIC Rev. 4 it belongs to, and
 * other words people use for it, with commas between them.
 */
export type Listed = readonly [name: string, isicClass: string, words: string];
