import { CodedError } from "@/lib/kernel/errors";
import { log, plainReason } from "@/lib/kernel/log";
import type { Found } from "@/lib/platform/providers/registers";
import { type Lookup, returnLookup, takeLookup } from "./take-lookup";

/**
 * Asks a register what it says of a number; null: nothing. Not inside a transaction.
 * @throws CodedError as `takeLookup`, and SERVICE_UNAVAILABLE when the register does not answer, NOT_FOUND when there is none
 */
export async function askRegister<Known>(lookup: Lookup, ask: () => Promise<Found<Known>>): Promise<Known | null> {
  await takeLookup(lookup);
  const found = await answerOf(ask(), lookup.register);
  if (found === "NO_ANSWER" || found === "NOT_ASKED") {
    await returnLookup(lookup);
    throw found === "NOT_ASKED" ? notConnected() : noAnswer();
  }
  return found;
}

async function answerOf<Known>(asked: Promise<Found<Known>>, register: string): Promise<Found<Known> | "NO_ANSWER"> {
  try {
    return await asked;
  } catch (error) {
    log.warn("a register did not answer", { register, reason: plainReason(error) });
    return "NO_ANSWER";
  }
}

function notConnected(): CodedError {
  return new CodedError("NOT_FOUND", "Look-ups are not available yet. Fill in the details yourself.");
}

function noAnswer(): CodedError {
  const detail = "The register is not answering at the moment. Fill in the details yourself, or try again later.";
  return new CodedError("SERVICE_UNAVAILABLE", detail, { retryAfterSeconds: 60, outside: "no register answered" });
}
