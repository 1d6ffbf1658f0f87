import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
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
// As PostgreSQL would by itself within a minute, were it not told to leave this database alone.
await db().execute(sql`vacuum analyze`);
await closeDatabase();
const path = (id: string) => `${address}/api/marketplace/data/merchant/${id}/credit-score`;
const urls = merchants.map(({ merchantIdentity }) => path(merchantIdentity.merchantId));
await compareReads({ name: "credit score", pairs: 9, urls, headers: tokened });
await product.stop();
