import { z } from "zod";
import { isKnownBank } from "@/lib/terms/bank-names";
import { payoutAccountBody } from "./schema";

const unknownBank = "Must be one of the banks in the list";

/** At a bank of the list, which is too long for the page's first scripts. */
export const merchantAccountBody = payoutAccountBody
  .extend({
    bankCode: z
      .string(unknownBank)
      .regex(/^\d{3,6}$/, unknownBank)
      .refine(isKnownBank, unknownBank),
  })
  .meta({ sample: { bankCode: "058", accountNumber: "0123457777" } });
