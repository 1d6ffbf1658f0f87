import { expect, test } from "vitest";
import { debitStatuses, meaningOfDebit, meaningOfDebitRefusal, reasonOfFailure } from "./debit-words";

const refused = (message: string, code = "", ofPaystack = true) =>
  meaningOfDebitRefusal({ kind: "refusal", status: 400, ofPaystack, code, message });

test("every documented status has a meaning, and only one of them is paid", () => {
  const waits = { pending: "PROVIDER", processing: "PROVIDER", ongoing: "PROVIDER", queued: "PROVIDER" };
  const holders =
    "abandoned open_url pay_offline pending_bank_transfer send_address send_birthday send_otp send_phone send_pin";
  const persons = Object.fromEntries(holders.split(" ").map((status) => [status, "PERSON"]));
  const final = { success: "PAID", failed: "REFUSED", reversed: "REVERSED" };
  const meanings = Object.keys(debitStatuses).map((status) => {
    const meaning = meaningOfDebit(status);
    return [status, meaning.is === "WAITS" ? meaning.for : meaning.is];
  });
  expect(Object.fromEntries(meanings)).toEqual({ ...waits, ...persons, ...final });
});

test.each(["SUCCESS", "captured", "constructor", "", undefined])(
  "a status that nobody documents (%s) is a person's",
  (status) => {
    expect(meaningOfDebit(status)).toMatchObject({ is: "WAITS", for: "PERSON" });
  },
);

test.each([
  ["Insufficient Funds", "INSUFFICIENT_FUNDS"],
  ["Not enough funds in the account", "INSUFFICIENT_FUNDS"],
  ["Mandate is not active", "MANDATE_CANCELLED"],
  ["Mandate has been cancelled by the customer", "MANDATE_CANCELLED"],
  ["Authorization revoked", "MANDATE_CANCELLED"],
  ["Inactive mandate", "MANDATE_CANCELLED"],
  ["Account is closed", "ACCOUNT_CLOSED"],
  ["Dormant account", "ACCOUNT_CLOSED"],
  ["Declined", "REFUSED"],
  ["", "REFUSED"],
])("a debit that failed with %s: %s", (said, reason) => expect(reasonOfFailure(said)).toBe(reason));

test.each([
  ["Duplicate Transaction Reference", "", { is: "DUPLICATE" }],
  ["…", "duplicate_reference", { is: "DUPLICATE" }],
  ["…", "duplicate_transaction_reference", { is: "DUPLICATE" }],
  [
    "Email does not match Authorization code. Authorization may be inactive or belong to a different email.",
    "",
    { is: "REFUSED", reason: "MANDATE_CANCELLED" },
  ],
  ["Insufficient funds", "", { is: "REFUSED", reason: "INSUFFICIENT_FUNDS" }],
  ["Please try again", "", { is: "WAITS", for: "PROVIDER" }],
  ["…", "processor_error", { is: "WAITS", for: "PROVIDER" }],
  ["Amount is above the limit", "", { is: "WAITS", for: "PERSON" }],
  ["", "", { is: "WAITS", for: "PERSON" }],
])("a charge that is not taken: %s %s", (message, code, meaning) => expect(refused(message, code)).toEqual(meaning));

test("a gateway's 4xx says nothing of the charge", () => {
  expect(refused("Insufficient funds", "", false)).toEqual({ is: "WAITS", for: "PROVIDER" });
});
