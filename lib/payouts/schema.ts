import { z } from "zod";
import { banks } from "@/lib/providers/constants";

/** Where money is paid to: a bank's code and the ten digits of an account (NUBAN). */
export const payoutAccountBody = z.object({
  bankCode: z.string("Must be a string").regex(/^\d{3,6}$/, "Must be 3 to 6 digits"),
  accountNumber: z.string("Must be a string").regex(/^\d{10}$/, "Must be exactly 10 digits"),
});

/** The same as a merchant gives it: at one of the banks that it is offered. */
export const merchantAccountBody = payoutAccountBody.extend({
  bankCode: z.enum(
    banks.map(({ code }) => code),
    "Must be one of the banks in the list",
  ),
});
