import list from "./banks.json";

/** Kinds of licence, in the order in which equally good hits of a search are shown. */
export const bankKinds = [
  "COMMERCIAL",
  "MERCHANT",
  "NON_INTEREST",
  "MOBILE_MONEY",
  "PAYMENT_SERVICE",
  "MICROFINANCE",
  "MORTGAGE",
] as const;
export type BankKind = (typeof bankKinds)[number];

export type Bank = {
  /** Three digits of the Central Bank, or the institution code of the inter-bank system (docs/payouts.md#banks). */
  code: string;
  name: string;
  kind: BankKind;
  /** Other names that people look for. */
  alsoCalled: readonly string[];
};

const otherNames: Record<string, readonly string[]> = list.ALSO_CALLED;

/** The banks, microfinance banks and wallets that a merchant can be paid out to, in the order in which they are shown. */
export const banks: readonly Bank[] = bankKinds.flatMap((kind) =>
  Object.entries(list[kind])
    .map(([code, name]) => ({ code, name, kind, alsoCalled: otherNames[code] ?? [] }))
    .sort((one, other) => one.name.localeCompare(other.name, "en")),
);

/** Banks without a licence any more: not offered, but accounts there are on record. */
export const closedBanks: Readonly<Record<string, string>> = list.CLOSED;
