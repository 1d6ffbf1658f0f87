import { z } from "zod";
import { foreignId, text, textOrEmpty } from "@/lib/kernel/validation";
import { kycSteps } from "@/lib/terms/kyc/constants";
import { askReasons, rejectionText, rejectReasons } from "@/lib/terms/kyc/review-reasons";
import { keysOf } from "@/lib/terms/table";

const unchosen = "Choose one";
const note = textOrEmpty(500);
const words = textOrEmpty(300);

/** What the reviewer types; the page adds which case it is, and what was seen. */
export const approveTyped = z.object({ note });
export const rejectTyped = z
  .object({ reason: z.enum(keysOf(rejectReasons), unchosen), words, note })
  .refine(({ reason, words }) => rejectionText(reason, words) !== "", { path: ["words"], error: "Say why" });
export type RejectTyped = z.output<typeof rejectTyped>;

/** `about`: step and item, as `askableOf` names them. */
const question = z
  .object({
    about: z.string().regex(new RegExp(`^(${kycSteps.join("|")}) \\S{1,255}$`), unchosen),
    reason: z.enum(keysOf(askReasons), unchosen),
    words,
  })
  .refine(({ reason, words }) => `${askReasons[reason]}${words}` !== "", { path: ["words"], error: "Say what to do" });
export const askTyped = z.object({ questions: z.array(question).min(1).max(50), note });
export type AskTyped = z.output<typeof askTyped>;

/** The queue's choice, which the next case is of. */
const queue = z.record(z.string().max(20), z.string().max(255));
export const ofCase = z.object({ merchantId: foreignId(64), seen: text(64), queue });
export type OfCase = z.output<typeof ofCase>;

/** An item of a case, and its digest as it was shown. */
export const itemTyped = z.object({ item: text(255), seen: text(64) });
