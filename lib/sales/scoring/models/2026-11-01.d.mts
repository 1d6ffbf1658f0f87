import type { Subject } from "@/lib/sales/scoring/subject";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import type { Flags } from "@/lib/terms/scoring/account-flags";
import type { StoredResult } from "@/lib/terms/scoring/result";

export function score(subject: Subject): Extract<StoredResult, { modelVersion: "2026-11-01" }>;
export function withFlags(record: MerchantRecord, flags: Flags): MerchantRecord;
