import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import type { LenderAccount } from "@/lib/parties/lenders/accounts/queries";
import type { ClaimableLine, Claimant } from "@/lib/terms/bank-statements/claimant";
import { claimants } from "./claimants";
import { openSaid, type Said } from "./line-digest";
import { findOrders } from "./matching/find-orders";
import { type JudgedLine, judgeLines, type Verdict } from "./matching/judge-lines";
import { ownReferencesIn } from "./matching/own-references";
import { type NewLine, newLinesOf } from "./new-lines";
import { type StoredFormat, type StoredLine, waitingLines } from "./queries";
import type { BankStatement } from "./readers/model";

/** So many lines that wait are looked at again with each import, the oldest first. */
const mostWaiting = 2_000;

/** A line that is new, or waits, and what it turns out to be. */
export type JudgedEntry = { verdict: Verdict; claimant: Claimant | null; claimable: ClaimableLine } & (
  | { line: NewLine; stored: null }
  | { line: null; stored: StoredLine }
);

export type Plan = {
  statements: BankStatement[];
  fileDigest: string;
  known: number;
  entries: JudgedEntry[];
  /** Names all that the import would do. */
  digest: string;
};

type Given = Pick<Plan, "statements" | "fileDigest"> & {
  account: LenderAccount;
  format: StoredFormat;
  realNow: RealTime;
};

/** What would come of a file's statements, from what is stored now. Only reads. */
export async function planImport({ statements, fileDigest, account, format, realNow }: Given): Promise<Plan> {
  const { known, lines } = await newLinesOf(account.id, statements);
  const waiting = await waitingLines(account.id, mostWaiting);
  const { id: accountId, lenderId } = account;
  const unjudged = [
    ...waiting.map((stored) => ({ line: null, stored, said: { ...stored, ...openSaid(stored.said) } })),
    ...lines.map((line) => ({ line, stored: null, said: line })),
  ];
  const own = await ownReferencesIn(
    lenderId,
    unjudged.map(({ said }) => said),
  );
  const judged = unjudged.map(({ said, ...of }, place) => ({ ...of, ...judgeable(said, own[place] ?? []) }));
  const claimable = judged.map(({ bookingDate, valueDate, bankReference, amount, candidates }) => ({
    ...{ lenderId, accountId, bookingDate, valueDate, bankReference, amount, candidates },
  }));
  const claims = await claimsOf(claimable);
  const orders = await findOrders({
    ...{ lenderId, realNow },
    references: [...new Set(judged.flatMap(({ candidates }) => candidates))],
    bankReferences: judged.flatMap(({ bankReference }) => bankReference ?? []),
  });
  const verdicts = judgeLines(judged, { orders, rules: format.rules, claimed: new Set(claims.keys()) });
  const entries = judged.flatMap(({ line, stored }, place) => {
    const [verdict, of] = [verdicts[place], claimable[place]];
    // One that waits as before is nothing to do.
    const same = stored && verdict?.state === "WAITS" && verdict.waitsBecause === stored.waitsBecause;
    if (!verdict || !of || same) return [];
    const claimant = verdict.state === "REMITTANCE" ? (claims.get(place) ?? null) : null;
    return { verdict, claimant, claimable: of, ...(line ? { line, stored } : { line, stored }) };
  });
  const outcomes = entries.map(({ verdict, line, stored }) => [
    line ? `${line.digest} ${line.number}` : stored.id,
    ...[verdict.state, verdict.waitsBecause, verdict.order?.id ?? null, verdict.act],
  ]);
  const { columns, after } = format;
  const digest = sha256(
    canonicalJson({ accountId, fileDigest, format: format.format, columns, after, known, outcomes }),
  );
  return { statements, fileDigest, known, entries, digest };
}

type Judgeable = JudgedLine & Said & { bookingDate: string; valueDate: string };

function judgeable(line: Omit<Judgeable, "candidates">, candidates: string[]): Judgeable {
  const { bookingDate, valueDate, amount, reversal, bankReference, references, text, counterparty, several } = line;
  const said = { references, text, counterparty, ...(several && { several }) };
  return { bookingDate, valueDate, amount, reversal, bankReference, ...said, candidates };
}

async function claimsOf(lines: readonly ClaimableLine[]): Promise<Map<number, Claimant>> {
  const claims = new Map<number, Claimant>();
  for (const claimant of claimants) {
    for (const place of await claimant.recognise(lines)) if (!claims.has(place)) claims.set(place, claimant);
  }
  return claims;
}
