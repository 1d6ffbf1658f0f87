/** A licence or approval that a lender needs to lend, as its authority has given it. */
export type Licence = {
  number: string;
  authority: string;
  /** The last day on which it holds (UTC); null: it does not expire. */
  expiresOn: string | null;
};
