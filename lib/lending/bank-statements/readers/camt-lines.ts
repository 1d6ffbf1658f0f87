import { sumOf } from "@/lib/kernel/money";
import { maxStatementLines } from "@/lib/terms/bank-statements/constants";
import { readAmount, readDay, readSign } from "./camt-fields";
import type { StatementLine } from "./model";
import { plainText } from "./plain-text";
import { unreadable } from "./unreadable";
import { nodeAt, nodesAt, textAt, type XmlNode } from "./xml-tree";

type Given = { currency: string; before: number; lastDay: string | null };

/** What a payment is called in `Refs`, by everybody who had it in hand. */
const names = [
  "EndToEndId",
  "InstrId",
  "TxId",
  "AcctSvcrRef",
  "PmtInfId",
  "MsgId",
  "UETR",
  "MndtId",
  "ChqNb",
  "ClrSysRef",
];

/** An entry is a line; one of several payments is as many, where their amounts add up to its own. */
export function linesOf(statement: XmlNode, { currency, before, lastDay }: Given): StatementLine[] {
  const lines: StatementLine[] = [];
  for (const entry of nodesAt(statement, "Ntry")) {
    for (const line of entryLines(entry, { currency, lastDay })) {
      // What moves nothing is said for information.
      if (line.amount !== 0) lines.push({ index: before + lines.length + 1, ...line });
    }
    if (before + lines.length > maxStatementLines) {
      throw unreadable(`The file has more than ${maxStatementLines} lines. Import it in parts, by day.`, entry.at);
    }
  }
  return lines;
}

type Unnumbered = Omit<StatementLine, "index">;

function entryLines(entry: XmlNode, { currency, lastDay }: Omit<Given, "before">): Unnumbered[] {
  const amount = readAmount(entry, currency);
  const booked = readDay(entry, "BookgDt");
  const valued = readDay(entry, "ValDt");
  // Both may be left out; a statement's lines are of its day then.
  const bookingDate = booked ?? valued ?? lastDay;
  if (!bookingDate) throw unreadable("The entry has neither a booking date nor a value date.", entry.at);
  const status = (textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts")) === "BOOK" ? "BOOKED" : "PENDING";
  const days = { bookingDate, valueDate: valued ?? bookingDate, status } as const;
  const parts = nodesAt(entry, "NtryDtls", "TxDtls");
  const amounts = parts.length > 1 ? partAmounts(entry, parts, currency) : null;
  if (amounts && sumOf(amounts) === amount) {
    return parts.map((part, place) => ({
      ...days,
      ...describe(entry, [part]),
      amount: amounts[place] ?? amount,
      bankReference: textAt(part, "Refs", "AcctSvcrRef") ?? ofEntry(entry, place + 1),
    }));
  }
  const own = parts.length === 1 ? parts.map((part) => textAt(part, "Refs", "AcctSvcrRef"))[0] : undefined;
  const bankReference = textAt(entry, "AcctSvcrRef") ?? own ?? null;
  const several = isSeveral(entry, parts) && ({ several: true } as const);
  return [{ ...days, ...describe(entry, parts), amount, bankReference, ...several }];
}

/** Also where the bank only says how many they are. */
function isSeveral(entry: XmlNode, parts: readonly XmlNode[]): boolean {
  const numbers = nodesAt(entry, "NtryDtls", "Btch").map((batch) => Number(textAt(batch, "NbOfTxs") ?? 0));
  return parts.length > 1 || numbers.length > 1 || numbers.some((number) => number > 1);
}

/** Null where one does not say it in the account's currency. */
function partAmounts(entry: XmlNode, parts: readonly XmlNode[], currency: string) {
  const amounts = parts.map((part) => {
    const path = nodeAt(part, "Amt") ? ["Amt"] : ["AmtDtls", "TxAmt", "Amt"];
    if (nodeAt(part, ...path)?.attributes.Ccy !== currency) return null;
    return readAmount(part, currency, readSign(part) ?? readSign(entry), ...path);
  });
  return amounts.every((one) => one !== null) ? amounts : null;
}

/** Not its `NtryRef`, which of many banks is its number in one statement, and another in the next. */
function ofEntry(entry: XmlNode, place: number): string | null {
  const name = textAt(entry, "AcctSvcrRef");
  return name ? `${name}/${place}` : null;
}

function describe(entry: XmlNode, parts: readonly XmlNode[]) {
  const sign = readSign(parts.find((part) => parts.length === 1 && readSign(part)) ?? entry) ?? readSign(entry);
  const reversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "") || parts.some((part) => nodeAt(part, "RtrInf"));
  const said = parts.flatMap((part) => [
    ...nodesAt(part, "RmtInf", "Ustrd"),
    ...nodesAt(part, "RmtInf", "Strd", "AddtlRmtInf"),
    ...nodesAt(part, "AddtlTxInf"),
  ]);
  const texts = [...said, ...nodesAt(entry, "AddtlNtryInf")].map(({ text }) => plainText(text)).filter(Boolean);
  const references = [
    textAt(entry, "AcctSvcrRef"),
    ...nodesAt(entry, "NtryDtls", "Btch").flatMap((batch) => [textAt(batch, "PmtInfId"), textAt(batch, "MsgId")]),
    ...parts.flatMap((part) => [
      ...nodesAt(part, "Refs").flatMap((refs) => names.map((name) => textAt(refs, name))),
      ...nodesAt(part, "Refs", "Prtry", "Ref").map(({ text }) => text),
      ...nodesAt(part, "RmtInf", "Strd", "CdtrRefInf", "Ref").map(({ text }) => text),
    ]),
  ].flatMap((name) => (name && name.trim() !== "NOTPROVIDED" ? plainText(name) : []));
  return {
    reversal,
    references: [...new Set(references)],
    text: plainText([...new Set(texts)].join(" ")),
    counterparty: parts.length === 1 && parts[0] ? counterpartyOf(parts[0], sign) : null,
  };
}

/** Who was paid, or paid. */
function counterpartyOf(part: XmlNode, sign: 1 | -1 | undefined): StatementLine["counterparty"] {
  const role = sign === 1 ? "Dbtr" : "Cdtr";
  const name = textAt(part, "RltdPties", role, "Nm") ?? textAt(part, "RltdPties", role, "Pty", "Nm");
  const account = nodeAt(part, "RltdPties", `${role}Acct`, "Id");
  const number = account && (textAt(account, "IBAN") ?? textAt(account, "Othr", "Id"));
  if (!name && !number) return null;
  return { name: plainText(name ?? ""), accountEnd: number ? number.replace(/\s/g, "").slice(-4) : null };
}
