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

const otherNames: Record<string, readonly string[]> = {
  "011": ["FBN", "FirstBank"],
  "023": ["Citi"],
  "032": ["UBN", "Union Bank"],
  "033": ["UBA"],
  "035": ["ALAT"],
  "044": ["Diamond Bank"],
  "050": ["EcoBank"],
  "058": ["GTB", "GTBank", "GTCO"],
  "068": ["SCB", "StanChart"],
  "076": ["Skye Bank"],
  "214": ["FCMB"],
  "221": ["Stanbic"],
  "000024": ["RMB"],
  "000037": ["AltBank"],
  "060003": ["Nova Merchant Bank"],
  "070001": ["Nigeria Police Force"],
  "090110": ["VBank"],
  "090263": ["Navy"],
  "090267": ["Kuda Bank"],
  "090281": ["Mintyn"],
  "090405": ["TeamApt"],
  "090505": ["Nigerian Correctional Service"],
  "100004": ["Paycom"],
  "100022": ["Sterling Mobile"],
  "100026": ["One Finance"],
  "100036": ["Chams Mobile"],
  "120001": ["9PSB", "9mobile"],
  "120002": ["Hope PSB"],
  "120003": ["MTN", "MoMo PSB"],
  "120004": ["Airtel", "SmartCash PSB"],
  "120005": ["Glo", "MoneyMaster PSB"],
};

/** The banks, microfinance banks and wallets that a merchant can be paid out to, in the order in which they are shown. */
export const banks: readonly Bank[] = bankKinds.flatMap((kind) =>
  Object.entries(list[kind])
    .map(([code, name]) => ({ code, name, kind, alsoCalled: otherNames[code] ?? [] }))
    .sort((one, other) => one.name.localeCompare(other.name, "en")),
);

/** Banks without a licence any more: not offered, but accounts there are on record. */
export const closedBanks: Readonly<Record<string, string>> = list.CLOSED;
