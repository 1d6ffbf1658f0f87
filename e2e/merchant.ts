import { randomInt } from "node:crypto";
import { certificatePdf } from "#fixtures/certificate.mjs";
import { type RiskTier, recordOfTier, salesHistory, seasonalSales } from "#fixtures/merchant-record.mjs";
import { businessInfoOf, directorOf, merchantBody, numberedShop } from "#fixtures/shop.mjs";
import type { Client, Json } from "./client";
import { api } from "./client";

const shop = numberedShop(14);

/** A BVN that nobody else in the run has, with the last four digits of the shop's: merchants of one are one borrower. */
export function ownBvn(): string {
  return `22${String(randomInt(100_000)).padStart(5, "0")}${shop.bvn.slice(-4)}`;
}

/** A merchant data record of the tier, with six months of sales that end with the month before this one. */
export function salesRecord(merchantId: string, { tier = "A" as RiskTier, monthly = 1_800_000 } = {}) {
  const record = recordOfTier(tier, { merchantId, businessName: `${merchantId} Trading`, monthly });
  return { ...record, monthlySalesHistory: salesHistory(seasonalSales(monthly), new Date()) };
}

const riskTiers: readonly RiskTier[] = ["A", "B", "C"];

/** Records of so many merchants, `prefix-01` and on: of all tiers that are lent to, with sales of their own. */
export function numberedRecords(prefix: string, count: number, { digits = 2, step = 60_000 } = {}) {
  return Array.from({ length: count }, (_, i) =>
    salesRecord(`${prefix}-${String(i + 1).padStart(digits, "0")}`, {
      tier: riskTiers[i % riskTiers.length],
      monthly: 900_000 + step * i,
    }),
  );
}

/** Business information. */
export function businessInfo() {
  return businessInfoOf(shop);
}

/** A director; whatever the test cares about in `over`. */
export function director(over: Record<string, unknown> = {}) {
  return { ...directorOf(shop), ...over };
}

/** Ask for money: a modest sum unless the test says otherwise. */
export function funding(over: Record<string, unknown> = {}) {
  return { amountRequested: 120_000, tenorDays: 365, purpose: "Inventory purchase", ...over };
}

/**
 * What a marketplace does for one merchant. `insistent`: every call is repeated until it is answered, so that a server
 * that dies meanwhile costs time only.
 */
export function merchantOf(client: Client, id: string, { insistent = false } = {}) {
  const ask: Client["ask"] = insistent ? client.insist : client.ask;
  const base = `${api}/merchants/${encodeURIComponent(id)}`;
  const own = { ...shop, bvn: ownBvn(), businessName: `${id} Trading`, email: `${id}@merchant.example` };

  async function upload(bytes: Uint8Array = certificatePdf(["CERTIFICATE", own.businessName])): Promise<Json> {
    const file = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(bytes.byteLength) };
    const { fileKey, upload } = await ask("POST", `${api}/uploads`, { body: file });
    await ask("PUT", upload.url, { body: bytes, headers: upload.headers, anonymous: true });
    await ask("POST", `${api}/uploads/confirm`, { body: { fileKey } });
    return { ...file, fileKey };
  }

  const steps = {
    id,
    base,
    create: (over = {}): Promise<Json> =>
      ask("POST", `${api}/merchants`, { body: { ...merchantBody(id, own), ...own.owner, ...over } }),
    sendSales: (record: unknown = salesRecord(id)): Promise<Json> =>
      ask("POST", `${base}/sales-data`, { body: record }),
    saveBusiness: (over = {}): Promise<Json> =>
      ask("PUT", `${base}/business-info`, { body: { ...businessInfoOf(own), ...over } }),
    saveDirectors: (directors: unknown[] = [directorOf(own)]): Promise<Json> =>
      ask("POST", `${base}/directors`, { body: { directors } }),
    upload,
    attach: async (over = {}): Promise<Json> => {
      const file = await upload();
      return ask("POST", `${base}/documents`, { body: { documentType: "CAC_CERTIFICATE", ...file, ...over } });
    },
    submit: (): Promise<Json> => ask("POST", `${base}/submit`),
    fund: (over = {}): Promise<Json> => ask("POST", `${base}/funding-requests`, { body: funding(over) }),
    status: (): Promise<Json> => ask("GET", base),
    /** Business information, directors, one document, submission. */
    sendKyc: async (directors?: unknown[]): Promise<Json> => {
      await steps.saveBusiness();
      await steps.saveDirectors(directors);
      await steps.attach();
      return steps.submit();
    },
  };
  return steps;
}
