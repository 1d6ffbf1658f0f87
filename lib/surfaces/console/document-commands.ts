import { operatorIn } from "@/lib/kernel/actor";
import { log } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import { SealBroken } from "@/lib/kernel/sealed-stream";
import { openDocument } from "@/lib/merchants/kyc/open-document";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { type Command, type Context, requireOperator, UsageError, word } from "./command";
import { describeMerchant } from "./describe";
import { describeDocument } from "./describe-kyc";
import { findMerchantSubject } from "./queries";

export const documentCommands: Record<string, Command> = {
  "kyc document": {
    words: ["MERCHANT", "DOCUMENT", "FILE"],
    about: "decrypts a document of the KYC record into a file",
    prepare: async (context) => {
      const actor = requireOperator(context, "review");
      const merchant = await findMerchantSubject(word(context, 0, "The merchant's id"));
      const documentId = word(context, 1, "The document's id");
      const file = word(context, 2, "The file");
      const { tenant, merchantId: ref } = merchant;
      const call = { actor: operatorIn(tenant, actor), ref, documentId };
      const { documents } = await readForReview(
        reachOf(call.actor),
        ref,
        await readBusinessNow(tenant, context.realNow),
      );
      const document = documents.find(({ id }) => id === documentId);
      if (!document) throw new UsageError(`The KYC record of this merchant has no document ${documentId}.`);
      return {
        lines: [...describeMerchant(merchant), ...describeDocument(document), `Decrypt it into ${file}`],
        perform: async (realNow) => {
          const { content } = await openDocument({ ...call, now: await readBusinessNow(tenant, realNow) });
          return `It is in ${await save(context, file, content, documentId)}.`;
        },
      };
    },
  },
};

async function save(context: Context, file: string, content: AsyncIterable<Uint8Array>, documentId: string) {
  try {
    return await context.writeFile(file, content);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error("a document is not what was stored", error, { documentId });
    throw new UsageError(`${error.message} Nothing was written.`);
  }
}
