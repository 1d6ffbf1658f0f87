import { z } from "zod";
import { nairaText, currency as ours } from "@/lib/kernel/money";
import { integrationOf, whole, word } from "./reply";
import type { OrderedTransfer, PaystackIdentity } from "./types";

const details = z
  .looseObject({ account_number: word, bank_code: word, account_name: word })
  .optional()
  .catch(undefined);
const recipient = z.looseObject({ recipient_code: word, details, name: word });

/** Of a transfer, what matters; a field that is missing, or is something else, is not known. */
const transfer = z.looseObject({
  status: word,
  reference: word,
  transfer_code: word,
  amount: whole,
  currency: word,
  domain: word,
  integration: integrationOf,
  // Its number alone where the transfer has just been made.
  recipient: recipient.optional().catch(undefined),
  gateway_response: z.string().nullish().catch(null),
  failures: z.unknown().optional(),
});
export type KnownTransfer = z.output<typeof transfer>;

export function readTransfer(data: unknown): KnownTransfer | null {
  const read = transfer.safeParse(data);
  return read.success ? read.data : null;
}

export function readRecipient(data: unknown): z.output<typeof recipient> | null {
  const read = recipient.safeParse(data);
  return read.success ? read.data : null;
}

/** @property bankCode Paystack's. @property recipientCode the one made for this order, where it is known */
export type Expected = Omit<OrderedTransfer, "bankCode"> &
  PaystackIdentity & { bankCode: string; recipientCode?: string };

/** What is not as it was ordered, in words to be shown: no account number, no name. Empty: it is that transfer. */
export function differencesOf(known: KnownTransfer, expected: Expected): string[] {
  const { reference, amount, domain, integration } = expected;
  const naira = known.amount === undefined ? undefined : nairaText(known.amount / 100);
  return [
    ...differs("reference", known.reference, reference),
    ...differs("amount", known.amount, amount, naira),
    ...differs("currency", known.currency, ours, known.currency?.slice(0, 3)),
    ...differs("domain", known.domain, domain, known.domain === "test" ? "test" : undefined),
    ...differs("account with Paystack", known.integration, integration, String(known.integration)),
    ...recipientDiffers(known, expected),
  ];
}

function differs<Value>(what: string, known: Value | undefined, expected: Value, shown?: string): string[] {
  if (known === undefined) return [`${what} not known`];
  if (known === expected) return [];
  return [shown ? `${what} is ${shown}` : `another ${what}`];
}

function recipientDiffers({ recipient: known }: KnownTransfer, expected: Expected): string[] {
  const { account_number: number, bank_code: bank } = known?.details ?? {};
  if (number === undefined || bank === undefined) {
    const made = expected.recipientCode;
    return made && known?.recipient_code === made ? [] : ["recipient not known"];
  }
  return number === expected.accountNumber && bank === expected.bankCode ? [] : ["another recipient"];
}
