import { nairaText } from "./bank.mjs";

/** @typedef {{ account: import("./bank.mjs").Account, from: string, to: string }} Wanted */

/** What an account's statement of some days has. @param {Wanted} wanted */
function linesOf({ account, from, to }) {
  const before = account.lines.filter(({ day }) => day < from);
  const lines = account.lines.filter(({ day }) => day >= from && day <= to);
  const opening = before.reduce((sum, { kobo }) => sum + kobo, account.opening);
  return { opening, lines, closing: lines.reduce((sum, { kobo }) => sum + kobo, opening) };
}

/** A statement as camt.053.001.08. @param {Wanted} wanted */
export function camtOf(wanted) {
  const { opening, lines, closing } = linesOf(wanted);
  const money = (/** @type {number} */ kobo) =>
    `<Amt Ccy="NGN">${nairaText(Math.abs(kobo))}</Amt><CdtDbtInd>${kobo < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const balance = (/** @type {string} */ kind, /** @type {number} */ kobo, /** @type {string} */ day) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${money(kobo)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = lines.map(({ day, kobo, text, own }) =>
    [
      `<Ntry>${money(kobo)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>`,
      `<AcctSvcrRef>${own}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>`,
      `<RmtInf><Ustrd>${text.replace(/[&<>]/g, " ")}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    ].join(""),
  );
  const { account, from, to } = wanted;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>${from}-${to}</MsgId><CreDtTm>${to}T23:00:00+01:00</CreDtTm></GrpHdr>`,
    `<Stmt><Id>${from}-${to}</Id><FrToDt><FrDtTm>${from}T00:00:00+01:00</FrDtTm><ToDtTm>${to}T23:59:59+01:00</ToDtTm></FrToDt>`,
    `<Acct><Id><Othr><Id>${account.number}</Id></Othr></Id><Ccy>NGN</Ccy></Acct>`,
    balance("OPBD", opening, from),
    balance("CLBD", closing, to),
    ...entries,
    "</Stmt></BkToCstmrStmt></Document>\n",
  ].join("\n");
}

/** The columns of `csvOf`, as the service is told of them. */
export const csvColumns = {
  ...{ date: "Date", debit: "Debit", credit: "Credit", text: ["Details"], reference: "Reference", balance: "Balance" },
  dateFormat: "YYYY-MM-DD",
};

/** A statement as CSV. @param {Wanted} wanted */
export function csvOf(wanted) {
  const { opening, lines } = linesOf(wanted);
  let balance = opening;
  const rows = lines.map(({ day, kobo, text, own }) => {
    balance += kobo;
    const amounts = kobo < 0 ? [nairaText(-kobo), ""] : ["", nairaText(kobo)];
    return [day, own, text.replace(/[",]/g, " "), ...amounts, nairaText(balance)].join(",");
  });
  return ["Date,Reference,Details,Debit,Credit,Balance", ...rows, ""].join("\r\n");
}
