import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { documents, kycRecords } from "@/db/schema/kyc";
import { auditLog } from "@/db/schema/operations";
import { secondFactors } from "@/db/schema/users";
import type { OperatorRole } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import { storeBytes } from "@/lib/merchants/documents/stored-bytes";
import { requireOwnStorage } from "@/lib/platform/providers/storage";
import { call, sessionCookie } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET } from "./route";

useDatabase();

let merchantId: string;
let documentId: string;
let fileId: string;
beforeAll(async () => {
  // Made for tests, documents are in no storage.
  await requireOwnStorage();
  const shop = await createMarketplace({ live: true });
  ({ merchantId } = await submittedMerchant(shop.live));
  const [row] = await db()
    .select({ documentId: documents.id, fileId: documents.fileId })
    .from(documents)
    .innerJoin(kycRecords, eq(kycRecords.id, documents.kycId))
    .where(eq(kycRecords.merchantId, merchantId));
  ({ documentId, fileId } = row ?? { documentId: "", fileId: "" });
});

const looks = () => {
  const looked = and(eq(auditLog.subjectId, documentId), eq(auditLog.action, "kyc.open-document"));
  return db().select().from(auditLog).where(looked);
};

async function look(role: OperatorRole, { environment = "live", factor = true } = {}) {
  const { userId } = await anyOperator(role);
  if (factor) await db().insert(secondFactors).values({ userId, secret: "x", since: now() });
  const headers = { cookie: await sessionCookie({ id: userId, kind: "operator" }), "x-socket-address": "192.0.2.1" };
  const answer = await call(GET as never, { params: { environment, merchantId, documentId }, headers });
  return { ...answer, userId };
}

test("papers are for reviewers, with a second factor where they are live, in their environment", async () => {
  for (const role of ["READ_ONLY", "TREASURER", "COLLECTOR"] as const) {
    expect((await look(role)).json).toMatchObject({ code: "INSUFFICIENT_ROLE" });
  }
  expect((await look("REVIEWER", { factor: false })).json).toMatchObject({ code: "SECOND_FACTOR_MISSING" });
  expect((await look("REVIEWER", { environment: "test" })).status).toBe(404);
  const params = { environment: "live", merchantId, documentId };
  expect((await call(GET as never, { params })).status).toBe(401);
  expect(await looks()).toEqual([]);
});

test("a look is in the audit log before there is a byte: also where there are none", async () => {
  const { status, userId, text } = await look("REVIEWER");
  expect([status, text.includes("%PDF")]).toEqual([500, false]);
  expect(await looks()).toMatchObject([{ actor: userId, environment: "live" }]);
});

test("a picture has its viewer's name all over it; nothing is kept of it, and it runs nothing", async () => {
  const bytes = Buffer.from("89504e470d0a1a0a", "hex");
  async function* content() {
    yield bytes;
  }
  const storageName = `${fileId}-there`;
  const dataKey = await storeBytes(storageName, content(), bytes.length);
  const stored = {
    storageName,
    dataKey,
    fileSize: bytes.length,
    sha256: sha256(bytes),
    mimeType: "image/png",
  } as const;
  await db().update(files).set(stored).where(eq(files.id, fileId));
  const { status, text, headers, userId } = await look("ADMIN");
  expect(status).toBe(200);
  expect(text).toContain(`data:image/png;base64,${bytes.toString("base64")}`);
  expect(text).toMatch(/<text [^>]*>Operator \d+ · \d+ \w+ \d{4}, \d\d:\d\d<\/text>/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-disposition")).toBe("inline");
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*frame-ancestors 'self'; sandbox$/);
  expect((await looks()).at(-1)).toMatchObject({ actor: userId });
});
