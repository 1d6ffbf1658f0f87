/** What a bank would write of an account: amounts in kobo, negative what goes out. Shares no code with what reads it. */
export type WrittenLine = {
  day: string;
  valueDay?: string;
  kobo: number;
  text?: string;
  endToEnd?: string;
  bankReference?: string;
  pending?: boolean;
  reversal?: boolean;
  counterparty?: { name: string; number?: string };
  /** Payments of which the entry is the sum. */
  parts?: { kobo: number; endToEnd: string; bankReference?: string }[];
};

export type WrittenStatement = {
  account: string;
  id?: string;
  from: string;
  to: string;
  opening: number;
  lines: readonly WrittenLine[];
  closing?: number;
  version?: string;
  currency?: string;
};

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one] ?? "");
const naira = (kobo: number) => {
  const digits = String(Math.abs(kobo)).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const sign = (kobo: number) => `<CdtDbtInd>${kobo < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;

function closingOf({ opening, lines }: Pick<WrittenStatement, "opening" | "lines">): number {
  return lines.reduce((sum, line) => (line.pending ? sum : sum + line.kobo), opening);
}

export function writeCamt(...statements: WrittenStatement[]): string {
  const [{ version = "08" } = {}] = statements;
  const space = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`;
  const all = statements.map(writeOne).join("\n");
  const head = "<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-07-15T06:00:00+01:00</CreDtTm></GrpHdr>";
  return `<?xml version="1.0"?>\n<Document xmlns="${space}"><BkToCstmrStmt>${head}\n${all}\n</BkToCstmrStmt></Document>\n`;
}

function writeOne(statement: WrittenStatement): string {
  const { account, id = "S1", from, to, opening, lines, version = "08", currency = "NGN" } = statement;
  const money = (kobo: number) => `<Amt Ccy="${currency}">${naira(kobo)}</Amt>`;
  const balance = (kind: string, kobo: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${money(kobo)}${sign(kobo)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const old = version < "04";
  const entries = lines.map((line, index) => {
    const { day, valueDay = day, pending, reversal, bankReference, counterparty, text, endToEnd, parts } = line;
    const state = pending ? "PDNG" : "BOOK";
    const refs = (end?: string, own?: string) =>
      `<Refs>${own ? `<AcctSvcrRef>${own}</AcctSvcrRef>` : ""}<EndToEndId>${end ?? "NOTPROVIDED"}</EndToEndId></Refs>`;
    const role = line.kobo < 0 ? "Cdtr" : "Dbtr";
    const person = counterparty && `<Nm>${escaped(counterparty.name)}</Nm>`;
    const number =
      counterparty?.number && `<${role}Acct><Id><Othr><Id>${counterparty.number}</Id></Othr></Id></${role}Acct>`;
    const related = person
      ? `<RltdPties><${role}>${old ? person : `<Pty>${person}</Pty>`}</${role}>${number ?? ""}</RltdPties>`
      : "";
    const said = text ? `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>` : "";
    const details = parts
      ? parts.map((part) => {
          const amount = old
            ? `<AmtDtls><TxAmt>${money(part.kobo)}</TxAmt></AmtDtls>`
            : money(part.kobo) + sign(part.kobo);
          return `<TxDtls>${refs(part.endToEnd, part.bankReference)}${amount}</TxDtls>`;
        })
      : [`<TxDtls>${refs(endToEnd)}${related}${said}</TxDtls>`];
    return [
      `<Ntry><NtryRef>${index + 1}</NtryRef>${money(line.kobo)}${sign(line.kobo)}`,
      reversal ? "<RvslInd>true</RvslInd>" : "",
      old ? `<Sts>${state}</Sts>` : `<Sts><Cd>${state}</Cd></Sts>`,
      `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${valueDay}</Dt></ValDt>`,
      bankReference ? `<AcctSvcrRef>${bankReference}</AcctSvcrRef>` : "",
      `<NtryDtls>${details.join("")}</NtryDtls></Ntry>`,
    ].join("");
  });
  return [
    `<Stmt><Id>${id}</Id><CreDtTm>${to}T23:00:00+01:00</CreDtTm>`,
    `<FrToDt><FrDtTm>${from}T00:00:00+01:00</FrDtTm><ToDtTm>${to}T23:59:59+01:00</ToDtTm></FrToDt>`,
    `<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>`,
    balance("OPBD", opening, from),
    balance("CLBD", statement.closing ?? closingOf(statement), to),
    ...entries,
    "</Stmt>",
  ].join("\n");
}

export type CsvStyle = {
  delimiter: "," | ";" | "\t" | "|";
  decimalMark: "." | ",";
  thousandsMark?: "," | "." | " " | undefined;
  lineEnd: "\r\n" | "\n" | "\r";
  signed: boolean;
  newestFirst: boolean;
};

export const plainStyle: CsvStyle = {
  ...{ delimiter: ",", decimalMark: ".", lineEnd: "\r\n", signed: false, newestFirst: false },
};

/** With the days as DD/MM/YYYY and the balance after each line. */
export function writeCsv({ account, opening, lines }: WrittenStatement, style: CsvStyle = plainStyle): string {
  const { delimiter, lineEnd, signed, newestFirst } = style;
  const cell = (text: string) =>
    new RegExp(`["\\r\\n${delimiter}]`).test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const row = (cells: readonly string[]) => cells.map(cell).join(delimiter);
  const money = (kobo: number) => {
    const [whole = "", decimals = ""] = naira(kobo).split(".");
    const grouped = style.thousandsMark ? whole.replace(/\B(?=(\d{3})+$)/g, style.thousandsMark) : whole;
    return `${kobo < 0 ? "-" : ""}${grouped}${style.decimalMark}${decimals}`;
  };
  const date = (day: string) => day.split("-").reverse().join("/");
  let balance = opening;
  const rows = lines.map(({ day, valueDay = day, kobo, text = "", endToEnd = "", bankReference = "" }) => {
    balance += kobo;
    const amounts = signed ? [money(kobo)] : [kobo < 0 ? money(-kobo) : "", kobo < 0 ? "" : money(kobo)];
    const said = [text, endToEnd].filter(Boolean).join(" ");
    return row([date(day), date(valueDay), said, bankReference, ...amounts, money(balance)]);
  });
  const header = [
    "Date",
    "Value Date",
    "Narration",
    "Reference",
    ...(signed ? ["Amount"] : ["Debit", "Credit"]),
    "Balance",
  ];
  const above = [row(["Account Number", account]), row(["Currency", "NGN"])];
  return [...above, row(header), ...(newestFirst ? rows.reverse() : rows), ""].join(lineEnd);
}

/** The columns of `writeCsv`, as an account maps them. */
export function columnsFor({ decimalMark, thousandsMark, signed }: CsvStyle = plainStyle) {
  return {
    date: "Date",
    valueDate: "value date",
    text: ["Narration"],
    reference: "Reference",
    balance: "Balance",
    ...(signed ? { amount: "Amount" } : { debit: "Debit", credit: "Credit" }),
    dateFormat: "DD/MM/YYYY" as const,
    decimalMark,
    thousandsMark,
    skipFirst: 2,
    skipLast: 0,
  };
}

export const encodings = ["utf-8", "utf-8-mark", "utf-16le", "utf-16be", "windows-1252"] as const;

/** As Windows-1252 it takes only what that has beside ASCII at the same place in Unicode. */
export function encode(text: string, as: (typeof encodings)[number]): Uint8Array {
  if (as === "utf-8") return Buffer.from(text);
  if (as === "utf-8-mark") return Buffer.from(`\uFEFF${text}`);
  if (as === "windows-1252") return Buffer.from(text, "latin1");
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return as === "utf-16le" ? bytes : bytes.swap16();
}
