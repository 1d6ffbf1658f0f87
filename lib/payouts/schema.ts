import { z } from "zod";
import { banks } from "@/lib/providers/constants";

/** A payout destination: a bank's code and the account's ten digits (NUBAN). */
export const payoutAccountBody = z.object({
  bankCode: z.string("Must be a string").regex(/^\d{3,6}$/, "Must be 3 to 6 digits"),
  accountNumber: z.string("Must be a string").regex(/^\d{10}$/, "Must be exactly 10 digits"),
});

/** A payout destination as given by a merchant: at one of the banks offered. */
export const merchantAccountBody = payoutAccountBody.extend({
  bankCode: z.enum(
    banks.map(({ code }) => code),
    "Must be one of the banks in the list",
  ),
});
