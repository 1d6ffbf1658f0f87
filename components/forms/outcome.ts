/** What became of something that was sent: the address to go on to, or nothing more to do here, or why not. */
export type Outcome = { address: string } | { done: true } | Refusal;

/** Why not, and which fields it was about. */
export type Refusal = { refused: string; fields: readonly { field: string; error: string }[] };

/** The refusal where no answer came at all. */
export const unreachable: Refusal = {
  refused: "The service cannot be reached. Check your connection, then try again.",
  fields: [],
};
