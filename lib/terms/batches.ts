/** What a column of a batch's file can hold (docs/by-hand.md#the-file). */
export const batchFields = [
  "reference",
  "bankCode",
  "bankName",
  "accountNumber",
  "accountName",
  "amount",
  "narration",
  "date",
  "mandateReference",
] as const;
export type BatchField = (typeof batchFields)[number];

export type BatchColumn = { header: string; field: BatchField };

/** Where the lender's bank wants nothing else. */
export const usualColumns: readonly BatchColumn[] = [
  { header: "Reference", field: "reference" },
  { header: "Bank code", field: "bankCode" },
  { header: "Bank", field: "bankName" },
  { header: "Account number", field: "accountNumber" },
  { header: "Account name", field: "accountName" },
  { header: "Amount", field: "amount" },
  { header: "Narration", field: "narration" },
  { header: "Date", field: "date" },
];

/** And of debits, what the bank knows the mandate by. */
export const usualDebitColumns: readonly BatchColumn[] = [
  ...usualColumns,
  { header: "Mandate", field: "mandateReference" },
];

/** PAYOUTS: payouts and refunds, money that goes out. DEBITS: money that comes in under mandates. */
export const batchKinds = ["PAYOUTS", "DEBITS"] as const;
export type BatchKind = (typeof batchKinds)[number];

/** RELEASED: may be downloaded and entered at the bank. RECALLED: its orders go into another. */
export const batchStates = ["MADE", "RELEASED", "RECALLED"] as const;

/** In naira: what one operator alone may release of a lender's on a bank day. */
export const usualDayLimit = 1_000_000;

/** What a bank takes in one file, and people can look through. */
export const mostOrders = 500;
