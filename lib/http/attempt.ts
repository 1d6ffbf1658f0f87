import { CodedError, type FieldError } from "@/lib/errors";
import { log } from "@/lib/log";

/** What a server action answers when it did not happen: why, and which fields it was about. */
export type Refusal = { refused: string; fields: readonly FieldError[] };

/** Runs a server action. A coded error comes back in its own words; of any other the page learns no more than that. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError) return { refused: error.message, fields: error.fields };
    log.error("action failed", error);
    return { refused: "Something went wrong on our side. Try again in a moment.", fields: [] };
  }
}
