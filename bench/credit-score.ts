import { startProduct } from "./product";
import { compareReads } from "./reads";
import { variedRecords } from "./records";

/** Reads of credit scores over HTTP, of a thousand merchants in turn, with one access token. */
const product = await startProduct();
const { address, json, tokened, marketplaceId } = product;
const merchants = variedRecords(1_000);
const batch = { merchants, marketplaceId, batchId: "scores", batchTimestamp: "2026-11-01T00:00:00Z" };
const { failed } = await json<{ failed: number }>("/marketplace/data/merchants/bulk", tokened, batch);
if (failed > 0) throw new Error(`${failed} merchants have no score.`);
const path = (id: string) => `${address}/api/marketplace/data/merchant/${id}/credit-score`;
const urls = merchants.map(({ merchantIdentity }) => path(merchantIdentity.merchantId));
await compareReads({ name: "credit score", pairs: 15, urls, headers: tokened });
await product.stop();
