import { expect, test } from "vitest";
import {
  causeOfFailure,
  meaningOfRefusal,
  meaningOfStatus,
  plainWord,
  transferErrors,
  transferStatuses,
} from "./transfer-words";

const refused = (message: string, code = "") =>
  meaningOfRefusal({ kind: "refusal", status: 400, ofPaystack: true, code, message });

test("every documented status has a meaning, and only one of them is paid", () => {
  const documented = "pending success failed otp abandoned reversed blocked rejected received".split(" ");
  expect(Object.keys(transferStatuses).sort()).toEqual([...documented].sort());
  const meaning = Object.fromEntries(documented.map((status) => [status, meaningOfStatus(status)]));
  expect(meaning).toMatchObject({
    success: { is: "PAID" },
    failed: { is: "REFUSED" },
    abandoned: { is: "REFUSED" },
    blocked: { is: "REFUSED" },
    rejected: { is: "REFUSED" },
    reversed: { is: "REVERSED" },
    pending: { is: "WAITS", for: "PROVIDER" },
    received: { is: "WAITS", for: "PROVIDER" },
    otp: { is: "WAITS", for: "OTP" },
  });
});

test.each(["SUCCESS", "queued", "toString", "__proto__", "", undefined, "a word with 0123456789 in it"])(
  "a status that nobody documents (%s) is a person's, and never final",
  (status) => {
    const meaning = meaningOfStatus(status);
    expect(meaning).toMatchObject({ is: "WAITS", for: "PERSON" });
    expect(JSON.stringify(meaning)).not.toContain("0123456789");
  },
);

const errors: [string, string, object][] = [
  ["Please provide a unique reference. Reference already exists on a transfer", "", { is: "DUPLICATE" }],
  ["…", "duplicate_transfer_reference", { is: "DUPLICATE" }],
  ["Duplicate Transfer Reference", "", { is: "DUPLICATE" }],
  ["…", "duplicate_reference", { is: "DUPLICATE" }],
  ["Your balance is not enough to fulfil this request", "", { is: "WAITS", for: "BALANCE" }],
  ["…", "insufficient_balance", { is: "WAITS", for: "BALANCE" }],
  ["…", "insufficient_funds", { is: "WAITS", for: "BALANCE" }],
  ["Transfers OTP has to be disabled", "", { is: "WAITS", for: "OTP" }],
  ["…", "otp_required", { is: "WAITS", for: "OTP" }],
  ["Unknown bank code: 999", "invalid_bank_code", { is: "WAITS", for: "PERSON" }],
  ["Bank is invalid", "", { is: "WAITS", for: "PERSON" }],
  ["Could not resolve account name. Check parameters or try again.", "", { is: "REFUSED", cause: "ACCOUNT" }],
  ["Cannot resolve account", "", { is: "REFUSED", cause: "ACCOUNT" }],
  ["Account number is invalid", "", { is: "REFUSED", cause: "ACCOUNT" }],
  ["Transfers to this account have been disabled", "", { is: "REFUSED", cause: "ACCOUNT" }],
  ["The account is blacklisted", "", { is: "REFUSED", cause: "ACCOUNT" }],
  ["…", "account_resolve_failed", { is: "REFUSED", cause: "ACCOUNT" }],
  ["…", "invalid_account_number", { is: "REFUSED", cause: "ACCOUNT" }],
  ["…", "blacklisted_account", { is: "REFUSED", cause: "ACCOUNT" }],
  ["An error occurred at the bank, please try again", "", { is: "WAITS", for: "PROVIDER" }],
  ["…", "processor_error", { is: "WAITS", for: "PROVIDER" }],
  ["Recipient specified is invalid", "invalid_transfer_recipient", { is: "WAITS", for: "PERSON" }],
  ["You cannot initiate third party payouts at this time", "", { is: "WAITS", for: "PERSON" }],
  ["Transfer amount is above your limit", "", { is: "WAITS", for: "PERSON" }],
  ["Something new", "unknown", { is: "WAITS", for: "PERSON" }],
  ["", "", { is: "WAITS", for: "PERSON" }],
];

test.each(errors)("%s %s", (message, code, meaning) => {
  expect(refused(message, code)).toEqual(meaning);
});

test("every row of the table, and every code in it, is tried above", () => {
  const tried = new Set(errors.map(([, code]) => code));
  const codes = transferErrors.flatMap((row) => row.codes ?? []);
  expect(codes.filter((code) => !tried.has(code))).toEqual([]);
  for (const { says } of transferErrors) expect(errors.some(([message]) => says?.test(message))).toBe(true);
});

test("a gateway's 4xx says nothing of the transfer", () => {
  const reply = { kind: "refusal", status: 404, ofPaystack: false, code: "", message: "Account is invalid" } as const;
  expect(meaningOfRefusal(reply)).toEqual({ is: "WAITS", for: "PROVIDER" });
});

test.each([
  "Invalid account",
  "Dormant Account",
  "The beneficiary account does not exist",
  "Account is closed",
  "Account name mismatch",
  "Credit limit exceeded on beneficiary",
])("the account is the reason of: %s", (said) => expect(causeOfFailure(said)).toBe("ACCOUNT"));

test.each(["", "System malfunction", "Beneficiary bank not available", "Do not honor"])(
  "it is not the reason of: %s",
  (said) => expect(causeOfFailure(said)).toBe("OTHER"),
);

test("a word of theirs is shown when it is one", () => {
  expect([plainWord("on_hold"), plainWord("0123456789"), plainWord(undefined)]).toEqual([
    "on_hold",
    "something unknown",
    "something unknown",
  ]);
});
