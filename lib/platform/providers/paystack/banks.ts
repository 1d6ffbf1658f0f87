import { z } from "zod";
import { hour } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import { processWide } from "@/lib/kernel/process-wide";
import { banks, closedBanks } from "@/lib/terms/banks";
import { say, word } from "./reply";
import type { PaystackAccess } from "./types";

/** A bank as Paystack lists it. `null`: it does not say. */
export type ListedBank = {
  code: string;
  name: string;
  /** Its code in the inter-bank system. */
  nipCode: string | null;
  active: boolean;
  transfers: boolean | null;
  directDebit: boolean | null;
};

/** Our (inter-bank) code where Paystack has one of its own, for lists without `nip_sort_code`. */
const ownCodes: Readonly<Record<string, string>> = {
  "000006": "301",
  "000022": "100",
  "000025": "102",
  "000026": "302",
  "000027": "00103",
  "000029": "303",
  "000030": "104",
  "000031": "105",
  "000034": "106",
  "000036": "107",
  "000037": "000304",
  "000024": "502",
  "060001": "559",
  "400001": "501",
  "090110": "566",
  "090267": "50211",
  "090286": "51113",
  "090325": "51310",
  "090328": "50126",
  "090405": "50515",
  "090551": "51318",
  "100004": "999992",
  "100026": "565",
  "100033": "999991",
};

/** Codes under which Paystack lists a part of one of our banks. */
const parts: Readonly<Record<string, string>> = { "063": "044", "035A": "035" };

/** Three digits are the Central Bank's, and Paystack's too. */
const isCentralBanks = (code: string) => /^\d{3}$/.test(code);

/** Null: Paystack has no such bank. @param list null: it could not be had */
export function paystackCode(ours: string, list: readonly ListedBank[] | null): string | null {
  if (isCentralBanks(ours)) return ours;
  const listed =
    list?.find(({ nipCode, active }) => nipCode === ours && active) ??
    list?.find(({ nipCode, code }) => nipCode === ours || code === ours);
  return listed?.code ?? ownCodes[ours] ?? null;
}

const ours = new Set([...banks.map(({ code }) => code), ...Object.keys(closedBanks)]);

/** Ours of one of Paystack's codes; null where there is none. */
export function ourCode(theirs: string, list: readonly ListedBank[] | null): string | null {
  const { nipCode = null } = list?.find(({ code }) => code === theirs) ?? {};
  const own = Object.keys(ownCodes).find((code) => ownCodes[code] === theirs);
  return [nipCode, own, parts[theirs], theirs].find((code) => code && ours.has(code)) ?? null;
}

const flag = z.boolean().nullable().optional().catch(undefined);
const row = z.looseObject({
  code: z.string(),
  name: word,
  nip_sort_code: z
    .union([z.string(), z.number().transform((code) => String(code).padStart(6, "0"))])
    .nullish()
    .catch(null),
  gateway: z.string().nullish().catch(null),
  active: flag,
  is_deleted: flag,
  supports_transfer: flag,
  available_for_direct_debit: flag,
});
const page = z.array(z.unknown());
const cursor = z.looseObject({ next: z.string().nullish().catch(null) }).catch({ next: null });

/** The gateways over which Paystack debits accounts at a bank. */
const debitGateways = new Set(["emandate", "digitalbankmandate"]);

function listedBank(given: unknown): ListedBank[] {
  const read = row.safeParse(given);
  if (!read.success) return [];
  const { code, name = "", nip_sort_code, gateway, active, is_deleted, ...can } = read.data;
  return [
    {
      code,
      name,
      nipCode: nip_sort_code || null,
      active: active !== false && is_deleted !== true,
      transfers: can.supports_transfer ?? null,
      directDebit: can.available_for_direct_debit ?? (gateway ? debitGateways.has(gateway) : null),
    },
  ];
}

const mostPages = 20;

/** Every bank of Nigeria that Paystack lists; null when it does not answer with a list. */
export async function listBanks(access: PaystackAccess): Promise<ListedBank[] | null> {
  const found = new Map<string, ListedBank>();
  let next: string | null = null;
  for (let pages = 0; pages < mostPages; pages++) {
    const query = new URLSearchParams({
      country: "nigeria",
      currency: "NGN",
      include_nip_sort_code: "true",
      use_cursor: "true",
      perPage: "100",
      ...(next ? { next } : {}),
    });
    const reply = await say(access, { method: "GET", path: `/bank?${query}` });
    if (reply.kind !== "data") return null;
    const rows = page.safeParse(reply.data);
    if (!rows.success) return null;
    const before = found.size;
    for (const bank of rows.data.flatMap(listedBank)) found.set(bank.code, found.get(bank.code) ?? bank);
    const after: string | null = cursor.parse(reply.meta ?? {}).next ?? null;
    // A list that gives no new bank has no further page, whatever it says.
    if (!after || after === next || found.size === before) break;
    next = after;
  }
  return found.size > 0 ? [...found.values()] : null;
}

type Kept = { list: ListedBank[]; until: number };
/** By address: the list is the same for every key. */
const kept = () => processWide("paystack-banks", () => new Map<string, Kept>());
const keptFor = 6 * hour;

/** The same, asked for a few times a day. */
export async function knownBanks(access: PaystackAccess): Promise<ListedBank[] | null> {
  const at = access.baseUrl ?? "";
  const now = clock.now().getTime();
  const known = kept().get(at);
  if (known && known.until > now) return known.list;
  const list = await listBanks(access);
  if (list) kept().set(at, { list, until: now + keptFor });
  // An old list is better than none.
  return list ?? known?.list ?? null;
}

/** NOT_LISTED: Paystack has no such bank. NO_ANSWER: it could not be asked for its list. */
export async function findPaystackCode(
  access: PaystackAccess,
  ours: string,
): Promise<string | "NOT_LISTED" | "NO_ANSWER"> {
  if (isCentralBanks(ours)) return ours;
  const list = await knownBanks(access);
  return paystackCode(ours, list) ?? (list ? "NOT_LISTED" : "NO_ANSWER");
}
