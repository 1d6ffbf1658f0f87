import { z } from "zod";
import { naira } from "@/lib/kernel/answer-fields";
import { foreignId, oneOf, text } from "@/lib/kernel/validation";
import { batchKinds, batchStates } from "@/lib/terms/batches";

export const makeBatchBody = z
  .strictObject({
    kind: oneOf(batchKinds).describe("PAYOUTS: payouts and refunds. DEBITS: what is debited under mandates"),
    accountId: foreignId(64)
      .optional()
      .describe("The lender’s account that it is for; unless set, the one that its rail pays from now"),
  })
  .meta({ sample: { kind: "PAYOUTS" } });
export type MakeBatch = z.output<typeof makeBatchBody>;

export const recallBatchBody = z
  .strictObject({ reason: text(500).describe("For the audit log and whoever has to decide") })
  .meta({ sample: { reason: "The bank has refused the file; nothing of it was entered." } });

const moment = z.iso.datetime();

const facts = {
  id: z.string(),
  lenderId: z.string(),
  number: z.int().describe("Counts the lender’s batches"),
  kind: z.enum(batchKinds),
  state: z
    .enum(batchStates)
    .describe("RELEASED: may be downloaded and entered at the bank. RECALLED: its orders go into another"),
  accountId: z.string().describe("The lender’s account that it is for"),
  orders: z.int(),
  total: naira,
  confirmed: z.int().describe("How many of its orders the bank has carried out"),
  refused: z.int().describe("How many it has refused"),
  sha256: z.string().describe("Of the file’s bytes"),
  madeBy: z.string(),
  madeAt: moment,
  releasedBy: z.string().nullable(),
  releasedAt: moment.nullable(),
  downloads: z.int(),
  downloadedAt: moment.nullable().describe("The last time"),
  recalledAt: moment.nullable(),
};

const sample = {
  id: "ibt_01k9zq6v5w8j3m4n7p2r6t9x1c",
  lenderId: "lnd_01k9zq6v5w8j3m4n7p2r6t9x1c",
  number: 7,
  kind: "PAYOUTS",
  state: "RELEASED",
  accountId: "lac_01k9zq6v5w8j3m4n7p2r6t9x1c",
  orders: 1,
  total: 100000,
  confirmed: 0,
  refused: 0,
  sha256: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
  madeBy: "usr_01k9zq6v5w8j3m4n7p2r6t9x1c",
  madeAt: "2026-11-23T09:00:00.000Z",
  releasedBy: "usr_01k9zq6v5w8j3m4n7p2r6t9x2d",
  releasedAt: "2026-11-23T09:20:00.000Z",
  downloads: 1,
  downloadedAt: "2026-11-23T09:21:00.000Z",
  recalledAt: null,
} as const;

const sampleLine = {
  position: 1,
  reference: "k7x2m9q4c1v8b5n3",
  what: "DISBURSEMENT",
  loanId: "loan_01k9zq6v5w8j3m4n7p2r6t9x1c",
  amount: 100000,
  state: "OPEN",
} as const;

export const batchAnswer = z.object(facts).meta({ id: "InstructionBatch" });
export type BatchAnswer = z.output<typeof batchAnswer>;

export const batchLine = z
  .object({
    position: z.int(),
    reference: z.string(),
    what: z.enum(["DISBURSEMENT", "REFUND", "DEBIT"]),
    loanId: z.string(),
    amount: naira,
    state: z.enum(["OPEN", "CONFIRMED", "REFUSED"]),
  })
  .meta({ id: "InstructionBatchLine" });
export type BatchLine = z.output<typeof batchLine>;

export const batchWithLines = z
  .object({ ...facts, lines: z.array(batchLine) })
  .meta({ id: "InstructionBatchWithLines", sample: { ...sample, lines: [sampleLine] } });
export type BatchWithLines = z.output<typeof batchWithLines>;

export const batchList = z
  .object({ data: z.array(batchAnswer), hasMore: z.boolean() })
  .meta({ sample: { data: [sample], hasMore: false } });
