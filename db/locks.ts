/** Distinct and never changed: processes of two versions run side by side during a deployment. */
export const locks = {
  /** One process brings the schema up to date. */
  migrate: 730_226,
  /** One process seeds the sandbox. */
  seed: 730_227,
  /** With a marketplace: work in its sandbox runs one piece at a time. */
  turns: 730_228,
  /** One process tells the showcase's past. */
  showcase: 730_229,
  /** One process claims the storage of documents. */
  storage: 730_230,
  /** One process moves documents from one place to another. */
  documents: 730_232,
  /** One process brings digests under a new key. */
  indexKey: 730_233,
  /** One process makes and drops the days of the request log. */
  requestDays: 730_234,
  /** One process fills the database with portfolios. */
  portfolios: 730_235,
  /** With a merchant: its settlements are matched one after another. */
  settlements: 7_302,
  /** With a merchant: what is decided for its borrower is decided one after another. */
  borrowers: 7_303,
  /** With a tenant: its uploads are counted one after another. */
  uploads: 7_304,
  /** With an address and a network: the mails that the one has sent to the other are counted one after another. */
  askedMails: 7_305,
  /** With a number, an account or a network: its codes for phones are counted one after another. */
  phoneCodes: 7_306,
} as const;
