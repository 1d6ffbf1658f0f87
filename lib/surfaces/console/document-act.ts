import { operatorIn } from "@/lib/kernel/actor";
import { log } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import { SealBroken } from "@/lib/kernel/sealed-stream";
import { openDocument } from "@/lib/merchants/kyc/open-document";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { type Act, businessNow, type Given, Misuse, requireOperator, word } from "./act";
import { describeMerchant } from "./describe";
import { describeDocument } from "./describe-kyc";
import { findMerchantSubject } from "./queries";

export const documentActs: Record<string, Act> = {
  "kyc document": {
    words: ["MERCHANT", "DOCUMENT", "FILE"],
    about: "decrypts a document of the KYC record into a file",
    prepare: async (given) => {
      const actor = requireOperator(given, "review");
      const merchant = await findMerchantSubject(word(given, 0, "The merchant's id"));
      const documentId = word(given, 1, "The document's id");
      const file = word(given, 2, "The file");
      const { tenant, merchantId: ref } = merchant;
      const call = { actor: operatorIn(tenant, actor), ref, documentId };
      const { documents } = await readForReview(reachOf(call.actor), ref, await businessNow(tenant, given.realNow));
      const document = documents.find(({ id }) => id === documentId);
      if (!document) throw new Misuse(`The KYC record of this merchant has no document ${documentId}.`);
      return {
        lines: [...describeMerchant(merchant), ...describeDocument(document), `Decrypt it into ${file}`],
        perform: async (realNow) => {
          const content = await openDocument({ ...call, now: await businessNow(tenant, realNow) });
          return `It is in ${await save(given, file, content, documentId)}.`;
        },
      };
    },
  },
};

async function save(given: Given, file: string, content: AsyncIterable<Uint8Array>, documentId: string) {
  try {
    return await given.writeFile(file, content);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error("a document is not what was stored", error, { documentId });
    throw new Misuse(`${error.message} Nothing was written.`);
  }
}
