import { nairaText } from "@/lib/kernel/money";
import { proposeRecall } from "@/lib/lending/proposals/propose-recall";
import { downloadBatch } from "@/lib/lending/transfers/batches/download-batch";
import { makeBatch } from "@/lib/lending/transfers/batches/make-batch";
import { listBatches, readBatch } from "@/lib/lending/transfers/batches/queries";
import { releaseBatch } from "@/lib/lending/transfers/batches/release-batch";
import type { BatchAnswer, BatchLine } from "@/lib/lending/transfers/batches/schema";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import { batchKinds } from "@/lib/terms/batches";
import { type Command, type Context, option, reasonIn, requireOperator, UsageError, word } from "./command";

/** How many a list shows. */
const shown = 50;

/** What people enter at the bank of a lender that pays by hand (docs/by-hand.md). */
export const batchCommands: Record<string, Command> = {
  "batch list": {
    words: ["LENDER"],
    about: "a lender's batches of orders, newest first, and what the bank has carried out of each",
    prepare: async (context) => {
      requireOperator(context, "view");
      const { data } = await listBatches(word(context, 0, "The lender's id"), { limit: shown });
      return { lines: data.length > 0 ? data.map(describeBatch) : ["It has none."], perform: null };
    },
  },
  "batch show": {
    words: ["LENDER", "BATCH"],
    about: "a batch of orders, and what has become of each",
    prepare: async (context) => {
      requireOperator(context, "view");
      const { lines, ...batch } = await batchIn(context);
      return {
        lines: [describeBatch(batch), `SHA-256      ${batch.sha256}`, ...lines.map(describeLine)],
        perform: null,
      };
    },
  },
  "batch make": {
    words: ["LENDER"],
    options: { kind: "PAYOUTS|DEBITS", account: "ACCOUNT" },
    about: "makes a batch of all of a lender's open orders that are in none",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const { id: lenderId, name } = await readLender(word(context, 0, "The lender's id"), context.realNow);
      const kind = batchKinds.find((one) => one === option(context, "kind").toUpperCase());
      if (!kind) throw new UsageError(`--kind is one of ${batchKinds.join(", ")}.`);
      const { account } = context.options;
      return {
        lines: [`Lender       ${name}`, `Make a batch of its open ${kind}.`],
        perform: async (realNow) => {
          const input = { kind, ...(account && { accountId: account }) };
          return `Made: ${describeBatch(await makeBatch({ operator, lenderId, input, realNow }))}`;
        },
      };
    },
  },
  "batch release": {
    words: ["LENDER", "BATCH"],
    about: "lets a batch be downloaded and entered; above the limit of a day not by who made it",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const { lines, ...batch } = await batchIn(context);
      const { lenderId, id: batchId } = batch;
      return {
        lines: [describeBatch(batch), ...lines.map(describeLine), "Release it."],
        perform: async (realNow) => {
          await releaseBatch({ operator, lenderId, batchId, realNow });
          return "Released: download its file, and enter it at the bank.";
        },
      };
    },
  },
  "batch file": {
    words: ["LENDER", "BATCH", "FILE"],
    about: "writes the file of a batch that was released",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const { lines: _, ...batch } = await batchIn(context);
      const { lenderId, id: batchId } = batch;
      const file = word(context, 2, "The file to write");
      return {
        lines: [describeBatch(batch), `Write it to ${file}: it has account numbers in it.`],
        perform: async (realNow) => {
          const { content } = await downloadBatch({ operator, lenderId, batchId, realNow });
          return `Written to ${await context.writeFile(file, bytesOf(content))}, SHA-256 ${batch.sha256}.`;
        },
      };
    },
  },
  "batch recall": {
    words: ["LENDER", "BATCH"],
    options: { reason: "WHY" },
    about: "proposes that nothing of a batch was entered, and that its orders go into another",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "pay");
      const reason = reasonIn(context);
      const { lines: _, ...batch } = await batchIn(context);
      const { lenderId, id: batchId } = batch;
      return {
        lines: [describeBatch(batch), `Propose to recall it: ${reason}`],
        perform: async (realNow) => {
          const proposal = await proposeRecall({ operator, lenderId, batchId, input: { reason }, realNow });
          return `Proposed as ${proposal.id}: another operator decides until ${proposal.expiresAt}.`;
        },
      };
    },
  },
};

function batchIn(context: Context) {
  return readBatch(word(context, 0, "The lender's id"), word(context, 1, "The batch's id"));
}

function describeBatch(batch: BatchAnswer): string {
  const { id, number, kind, state, orders, total, confirmed, refused, downloads } = batch;
  const ended = `${confirmed} confirmed, ${refused} refused, downloaded ${downloads} times`;
  return `${state.padEnd(9)} ${id}  number ${number}, ${kind}, ${orders} of ${nairaText(total)}, ${ended}`;
}

function describeLine({ position, reference, what, loanId, amount, state }: BatchLine): string {
  return `${String(position).padStart(4)} ${state.padEnd(10)}${reference.toUpperCase()} ${what} ${nairaText(amount)} of ${loanId}`;
}

async function* bytesOf(content: string) {
  yield Buffer.from(content);
}
