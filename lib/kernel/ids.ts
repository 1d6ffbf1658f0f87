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
  identityCheck: "idc",
  kycAcceptance: "kac",
  document: "doc",
  file: "fil",
  fundingRequest: "fr",
  loan: "loan",
  event: "evt",
  delivery: "dlv",
  lender: "lnd",
  rail: "ral",
  lenderAccount: "lac",
  remitter: "rmt",
  remittanceReceipt: "rmr",
  remittanceBreak: "rmb",
  instructionBatch: "ibt",
  secretKey: "key",
  goLiveRequest: "glr",
  mail: "eml",
  user: "usr",
  session: "ses",
  signUp: "sup",
  phoneCode: "otp",
  invitation: "inv",
  oauthClient: "cli",
  oauthGrant: "grt",
  dataAccess: "acs",
  salesEvent: "sal",
  saleDecision: "sdc",
  accountFlag: "flg",
  repayment: "rep",
  settlement: "set",
  settlementEvent: "sev",
  settlementCorrection: "cor",
  journal: "jrn",
  ledgerFinding: "fnd",
  loanChange: "chg",
  termProposal: "prp",
  proposal: "ppl",
  break: "brk",
  payoutAccount: "acc",
  payout: "pay",
  payment: "pmt",
  mandate: "mnd",
  refusal: "rfs",
  quote: "quo",
  bankStatement: "bst",
  statementLine: "bsl",
  loggedRequest: "rql",
  complaint: "cmp",
  loanContact: "cnt",
  paymentPromise: "prm",
} as const;

export type IdKind = keyof typeof idPrefixes;

// Crockford's alphabet in lower case (no i, l, o, u), in the order of the numbers.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** What eight characters hold: the random part is two such numbers, since bigints are slow. */
const half = 2 ** 40;

const last = processWide("ids", () => ({ time: 0, high: 0, low: 0, head: "" }));

/** The noun's prefix, 48 bits of time and 80 random ones. Sort by when they were made, also within a millisecond. */
export function newId(kind: IdKind): string {
  const time = Date.now();
  if (time > last.time) begin(time, randomTail());
  else if (last.low < half - 1) last.low += 1;
  else begin(last.time, { high: last.high + 1, low: 0 });
  return `${idPrefixes[kind]}_${last.head}${encode(last.low, 8)}`;
}

/** The identifier of what is made with another, one for one: the same, but for the noun. */
export function idWith(kind: IdKind, id: string): string {
  return `${idPrefixes[kind]}${id.slice(id.indexOf("_"))}`;
}

/** Before every identifier of this noun made at a moment or later, and after every earlier one. */
export function idAt(kind: IdKind, moment: Date): string {
  return `${idPrefixes[kind]}_${encode(moment.getTime(), 10)}`;
}

/** When an identifier was made, whatever its noun; null for a text that is none. */
export function madeAt(id: string): Date | null {
  const [, head] = /_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/.exec(id) ?? [];
  return head ? new Date([...head].reduce((time, character) => time * 32 + alphabet.indexOf(character), 0)) : null;
}

/** Names an order of money for good: 16 letters and digits (80 random bits), read alike in upper case. */
export function newReference(): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = crypto.getRandomValues(new Uint32Array(4));
  return encode((first & 0xff) * 2 ** 32 + second, 8) + encode((third & 0xff) * 2 ** 32 + fourth, 8);
}

function begin(time: number, { high, low }: { high: number; low: number }): void {
  Object.assign(last, { time, high, low, head: encode(time, 10) + encode(high, 8) });
}

/** 79 bits, which leaves room to count on. By Web Crypto, since forms share the schemas that check ids. */
function randomTail(): { high: number; low: number } {
  const [first = 0, second = 0, third = 0] = crypto.getRandomValues(new Uint32Array(3));
  return { high: (first & 0x7f) * 2 ** 32 + second, low: (first >>> 24) * 2 ** 32 + third };
}

function encode(value: number, length: number): string {
  let text = "";
  let rest = value;
  while (text.length < length) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Whether a text has the shape of an identifier of this noun. */
export function isId(kind: IdKind, value: string): boolean {
  return value.startsWith(`${idPrefixes[kind]}_`);
}
