/** All that is said about an error code. */
export type ErrorRow = {
  /** HTTP. A 409 is final, so it is replayed to whoever repeats the request under its idempotency key. */
  status: number;
  /** Of the problem document; what the code means in a few words. */
  title: string;
  /** For developers, on the page `/docs/errors`: what the code says, and what whoever gets it can do. */
  means: string;
  remedy: string;
  /** What pages show merchants in place of the answer's `detail`, which is for developers. */
  toMerchant?: string;
};
