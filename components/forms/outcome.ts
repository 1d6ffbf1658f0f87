/** What came of sending something: the address to go on to, nothing more to do here, or why it was refused. */
export type Outcome = { address: string } | { done: true } | Refusal;

/** Why it was refused, and because of which fields. `code`: for programs, where there is one. */
export type Refusal = { refused: string; fields: readonly { field: string; error: string }[]; code?: string };

export const unreachable: Refusal = {
  refused: "We cannot be reached. Check your connection, then try again.",
  fields: [],
};

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
