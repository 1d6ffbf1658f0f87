import { processWide } from "./process-wide";

/** Prefixes of the identifiers that the service hands out, by noun. */
export const idPrefixes = {
  marketplace: "mkt",
  merchant: "mer",
  connection: "con",
  submission: "sub",
  batch: "bat",
  score: "scr",
  kyc: "kyc",
  director: "dir",
  document: "doc",
  file: "fil",
  fundingRequest: "fr",
  loan: "loan",
  event: "evt",
  delivery: "dlv",
  lender: "lnd",
  secretKey: "key",
  mail: "eml",
  user: "usr",
  signUp: "sup",
  oauthClient: "cli",
  oauthGrant: "grt",
  salesEvent: "sal",
  accountFlag: "flg",
  repayment: "rep",
  settlement: "set",
  settlementEvent: "sev",
  settlementCorrection: "cor",
  journal: "jrn",
  ledgerFinding: "fnd",
  loanChange: "chg",
  termProposal: "prp",
  break: "brk",
  payoutAccount: "acc",
  payout: "pay",
  payment: "pmt",
  mandate: "mnd",
  refusal: "rfs",
  quote: "quo",
} as const;

export type IdKind = keyof typeof idPrefixes;

// Crockford's alphabet in lower case (no i, l, o, u), in the order of the numbers.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

const last = processWide("ids", () => ({ time: 0, tail: 0n }));

/**
 * A new identifier: the noun's prefix and 26 characters, 48 bits of time followed by 80 random ones. Identifiers sort
 * by the moment they were made, also inside one millisecond of a process.
 */
export function newId(kind: IdKind): string {
  const time = Math.max(Date.now(), last.time);
  last.tail = time === last.time ? last.tail + 1n : randomTail();
  last.time = time;
  return `${idPrefixes[kind]}_${encode((BigInt(time) << 80n) | last.tail)}`;
}

/** 79 random bits. By Web Crypto, since forms share the schemas that check ids. */
function randomTail(): bigint {
  const [high, low] = crypto.getRandomValues(new BigUint64Array(2));
  return ((BigInt(high ?? 0) & 0x7fffn) << 64n) | BigInt(low ?? 0);
}

function encode(value: bigint): string {
  let text = "";
  let rest = value;
  for (let i = 0; i < 26; i++) {
    text = alphabet[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
}

/** Whether a text has the shape of an identifier of this noun. */
export function isId(kind: IdKind, value: string): boolean {
  return value.startsWith(`${idPrefixes[kind]}_`);
}
