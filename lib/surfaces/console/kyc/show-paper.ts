import { type Environment, type Operator, operatorIn } from "@/lib/kernel/actor";
import { log } from "@/lib/kernel/log";
import { SealBroken } from "@/lib/kernel/sealed-stream";
import type { RealTime } from "@/lib/kernel/time";
import { openDocument } from "@/lib/merchants/kyc/open-document";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { findCase } from "./read-case";
import { watermarkOf, withWatermark } from "./watermark";

type Looking = {
  operator: Operator & { name: string };
  environment: Environment;
  merchantId: string;
  documentId: string;
  realNow: RealTime;
};

/** A document of a case, to be looked at: in the audit log before there is a byte of it. A picture has its viewer's name on it. */
export async function showPaper(looking: Looking): Promise<{ type: string; content: Uint8Array<ArrayBuffer> }> {
  const { operator, documentId, realNow } = looking;
  const { tenant, merchantId: ref } = await findCase(looking);
  const now = await readBusinessNow(tenant, realNow);
  const { mimeType, content } = await openDocument({ actor: operatorIn(tenant, operator), ref, documentId, now });
  const bytes = await wholeOf(content, documentId);
  if (mimeType === "application/pdf") return { type: mimeType, content: bytes };
  const marked = withWatermark(bytes, mimeType, watermarkOf(operator.name, realNow));
  return { type: "image/svg+xml", content: Uint8Array.from(Buffer.from(marked)) };
}

/** All of it, at most 10 MiB: only its end shows that it is what was sent. */
async function wholeOf(content: AsyncIterable<Uint8Array>, documentId: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Uint8Array.from(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof SealBroken) log.error("a document is not what was stored", error, { documentId });
    throw error;
  }
}
