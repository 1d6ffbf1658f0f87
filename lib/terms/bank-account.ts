import { z } from "zod";

/** A bank's code and the account's ten digits (NUBAN). */
export const bankAccount = {
  bankCode: z.string("Must be a string").regex(/^\d{3,6}$/, "Must be 3 to 6 digits"),
  accountNumber: z.string("Must be a string").regex(/^\d{10}$/, "Must be exactly 10 digits"),
};
