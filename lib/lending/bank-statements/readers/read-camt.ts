import { addDays } from "@/lib/kernel/calendar";
import { currency as naira, sumOf } from "@/lib/kernel/money";
import { readAmount, readDay } from "./camt-fields";
import { linesOf } from "./camt-lines";
import type { BankStatement } from "./model";
import { unreadable } from "./unreadable";
import { nodeAt, nodesAt, readXml, textAt, type XmlNode } from "./xml-tree";

/** The message's name in its name space, and the first and last version whose lines are read. */
const message = { name: "camt.053.001", first: 2, last: 13 };

/**
 * The statements of a `camt.053` file (ISO 20022, BankToCustomerStatement). Pages of one statement are one.
 * @param currency another than naira only to try the samples of foreign banks
 */
export function readCamt(text: string, currency: string = naira): BankStatement[] {
  const document = readXml(text);
  const root = findStatements(document);
  const found = nodesAt(root, "Stmt");
  if (found.length === 0) throw unreadable("The file has no statement (Stmt).", root.at);
  let index = 0;
  const pages = found.map((node) => {
    const page = readPage(node, currency, index);
    index += page.statement.lines.length;
    return page;
  });
  return joinPages(pages);
}

/** Some banks put the document into an envelope. */
function findStatements(document: XmlNode): XmlNode {
  let layer = [document];
  for (let depth = 0; depth < 6 && layer.length > 0; depth += 1) {
    for (const node of layer) {
      const root = node.children.find(({ name }) => name === "BkToCstmrStmt");
      if (!root) continue;
      requireVersion([node, root]);
      return root;
    }
    layer = layer.flatMap(({ children }) => children);
  }
  throw unreadable(`The file is no statement in the format camt.053: it is ${kindOf(document)}.`, document.at);
}

function requireVersion(nodes: readonly XmlNode[]): void {
  for (const { attributes, at } of nodes) {
    for (const [name, space] of Object.entries(attributes)) {
      const version = /camt\.053\.001\.(\d\d)$/.exec(space)?.[1];
      if (!/^xmlns(:|$)/.test(name) || !version) continue;
      if (Number(version) >= message.first && Number(version) <= message.last) return;
      throw unreadable(`The file is ${message.name}.${version}, and ${message.name}.02 to .13 are read.`, at);
    }
  }
}

function kindOf(document: XmlNode): string {
  const spaces = Object.entries(document.attributes).filter(([name]) => /^xmlns(:|$)/.test(name));
  const known = spaces.map(([, space]) => /[a-z]{4}\.\d{3}\.\d{3}\.\d\d$/.exec(space)?.[0]).find(Boolean);
  return known ?? `<${document.name.slice(0, 40)}>`;
}

type Page = { id: string; statement: BankStatement };

function readPage(node: XmlNode, currency: string, before: number): Page {
  const account = nodeAt(node, "Acct");
  if (!account) throw unreadable("The statement names no account (Acct).", node.at);
  const own = textAt(account, "Ccy") ?? currency;
  if (own !== currency) throw unreadable(`The account is in ${own.slice(0, 10)}, not in ${currency}.`, account.at);
  const numbers = [textAt(account, "Id", "IBAN"), textAt(account, "Id", "Othr", "Id")];
  const balances = nodesAt(node, "Bal").map((balance) => ({
    kind: textAt(balance, "Tp", "CdOrPrtry", "Cd"),
    amount: readAmount(balance, currency),
    day: readDay(balance, "Dt"),
  }));
  const first = (...kinds: string[]) => kinds.map((kind) => balances.find((one) => one.kind === kind)).find(Boolean);
  const between = balances.filter(({ kind }) => kind === "ITBD");
  const opening = first("OPBD", "PRCD") ?? (first("CLBD") || between.length > 1 ? between[0] : undefined);
  const closing = first("CLBD") ?? (opening === between[0] && between.length < 2 ? undefined : between.at(-1));
  const lines = linesOf(node, { currency, before, lastDay: closing?.day ?? null });
  const days = lines.filter(({ status }) => status === "BOOKED").map(({ bookingDate }) => bookingDate);
  return {
    id: [textAt(node, "Id"), textAt(node, "ElctrncSeqNb"), ...numbers].join("\n"),
    statement: {
      accounts: numbers.filter((number) => number !== undefined),
      lineAccounts: [],
      sequence: textAt(node, "ElctrncSeqNb") ?? textAt(node, "LglSeqNb") ?? null,
      ...daysOf(days, readDay(node, "FrToDt", "FrDtTm"), lastDay(node) ?? closing?.day ?? null),
      opening: opening?.amount ?? null,
      closing: closing?.amount ?? null,
      lines,
    },
  };
}

/** Of some banks the last moment is the next day's first. */
function lastDay(node: XmlNode): string | null {
  const [from, to] = [readDay(node, "FrToDt", "FrDtTm"), readDay(node, "FrToDt", "ToDtTm")];
  const midnight = /T00:00(:00(\.0+)?)?(Z|[+-]|$)/.test(textAt(node, "FrToDt", "ToDtTm") ?? "");
  return to && from && midnight && to > from ? addDays(to, -1) : to;
}

/** What the bank says, wide enough for every line. */
function daysOf(days: readonly string[], from: string | null, to: string | null) {
  const sorted = [...days, ...(from ? [from] : []), ...(to ? [to] : [])].sort();
  return { from: sorted[0] ?? null, to: sorted.at(-1) ?? null };
}

/** A statement's pages follow one another and repeat its names; where each begins, another ended. */
function joinPages(pages: readonly Page[]): BankStatement[] {
  const joined = new Map<string, BankStatement>();
  for (const { id, statement } of pages) {
    const known = joined.get(id);
    if (!known || !follows(known, statement)) {
      joined.set(known ? `${id}\n${joined.size}` : id, statement);
      continue;
    }
    const lines = [...known.lines, ...statement.lines];
    joined.set(id, { ...known, ...daysOf(allDays(known, statement), null, null), closing: statement.closing, lines });
  }
  return [...joined.values()];
}

const allDays = (...statements: BankStatement[]) =>
  statements.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null);

/** The same statement given twice begins where it began; a page begins where the one before it ended. */
function follows(known: BankStatement, page: BankStatement): boolean {
  if (known.opening === null || page.opening === null) return false;
  const booked = known.lines.filter(({ status }) => status === "BOOKED").map(({ amount }) => amount);
  return known.opening + sumOf(booked) === page.opening && booked.length > 0 && page.opening !== known.opening;
}
