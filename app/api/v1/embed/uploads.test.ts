import { readdir } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { POST as attachByKey } from "@/app/api/v1/marketplace-api/merchants/[ref]/documents/route";
import { PUT as putByToken } from "@/app/api/v1/marketplace-api/uploads/[fileKey]/route";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { day, later, minute } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { purgeUploads } from "@/lib/merchants/documents/purge-uploads";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { useShop } from "@/test/factories/embedding-shop";
import { anyBusinessInfo, anyDirector, confirmedFile } from "@/test/factories/kyc";
import { type Announced, announced, errorsOf, journeyWith, pdf, sessionOf } from "@/test/journey-calls";
import { now } from "@/test/time";

useDatabase();

const shop = useShop(journeyWith);
const { anyJourney } = shop;
type Journey = Awaited<ReturnType<typeof anyJourney>>;

const announce = async (journey: Journey) => (await journey.announce(announced)).json as Announced;
const withoutId = ({ status, json }: { status: number; json: Record<string, unknown> }) => {
  const { requestId: _, ...answer } = json;
  return { status, answer };
};
const unknownKey = "fil_00000000000000000000000000";

describe("the three steps", () => {
  test("announce, put, confirm: the file is the merchant's from the start", async () => {
    const journey = await anyJourney();
    const answer = await journey.announce(announced);
    expect(answer.status).toBe(201);
    const file = answer.json as Announced;
    expect(file).toMatchObject({
      fileKey: expect.stringMatching(/^fil_/),
      upload: {
        method: "PUT",
        url: `${env().embedUrl}/api/v1/embed/uploads/${file.fileKey}`,
        headers: { "Content-Type": "application/pdf", "X-Upload-Token": expect.stringMatching(/^\w{43}$/) },
      },
    });
    const [row] = await db().select().from(files).where(eq(files.id, file.fileKey));
    expect(row).toMatchObject({ status: "REQUESTED", merchantId: journey.merchantId });

    expect(await journey.confirm(file.fileKey)).toMatchObject({ status: 409, json: { code: "UPLOAD_NOT_ACCEPTED" } });
    expect(errorsOf(await journey.attach(file.fileKey))).toMatchObject([{ field: "fileKey" }]);
    expect(await journey.put(file)).toMatchObject({ status: 204, text: "" });
    expect(errorsOf(await journey.attach(file.fileKey))).toMatchObject([{ field: "fileKey" }]);
    const confirmed = { fileKey: file.fileKey, status: "CONFIRMED", fileSize: announced.fileSize };
    expect(await journey.confirm(file.fileKey)).toMatchObject({ status: 200, json: confirmed });
    expect(await journey.put(file)).toMatchObject({ status: 409, json: { code: "UPLOAD_NOT_ACCEPTED" } });
    expect(sessionOf(await journey.attach(file.fileKey)).documents).toMatchObject([{ fileKey: file.fileKey }]);
  });

  test("bytes of another type are refused, and can be uploaded again", async () => {
    const journey = await anyJourney();
    const file = await announce(journey);
    const html = Buffer.from("<html>".padEnd(pdf.length));
    expect(errorsOf(await journey.put(file, html))).toMatchObject([{ field: "mimeType" }]);
    expect((await journey.put(file, Buffer.concat([pdf, pdf]))).status).toBe(413);
    expect((await journey.put(file)).status).toBe(204);
  });

  test("an announcement is checked like the marketplace's", async () => {
    const journey = await anyJourney();
    const answer = await journey.announce({ ...announced, mimeType: "image/gif", fileSize: "10485761" });
    expect(errorsOf(answer).map(({ field }) => field)).toEqual(["mimeType", "fileSize"]);
  });
});

describe("the bytes take both credentials", () => {
  test("a wrong upload token finds nothing, like an unknown file", async () => {
    const journey = await anyJourney();
    const file = await announce(journey);
    const unknown = await journey.put({ ...file, fileKey: unknownKey });
    expect(withoutId(unknown)).toMatchObject({ status: 404, answer: { code: "NOT_FOUND" } });
    expect(withoutId(await journey.put(file, pdf, ""))).toEqual(withoutId(unknown));
    expect(withoutId(await journey.put(file, pdf, "x".repeat(43)))).toEqual(withoutId(unknown));
  });

  test("another merchant finds nothing, although it has the upload token", async () => {
    const [journey, stranger] = [await anyJourney(), await anyJourney()];
    const file = await announce(journey);
    const unknown = await stranger.put({ ...file, fileKey: unknownKey });
    expect(withoutId(await stranger.put(file))).toEqual(withoutId(unknown));
    expect((await journey.put(file)).status).toBe(204);
  });

  test("the upload token alone is nothing at the marketplace's address", async () => {
    const file = await announce(await anyJourney());
    const { fileKey, upload } = file;
    const bare = { method: "PUT", params: { fileKey }, raw: pdf, headers: upload.headers };
    expect(await call(putByToken, bare)).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
  });
});

describe("nobody else can use a merchant's upload", () => {
  test("neither to confirm nor to attach, for another merchant and for the marketplace on another's behalf", async () => {
    const [journey, stranger] = [await anyJourney(), await anyJourney()];
    const file = await announce(journey);
    await journey.put(file);
    const unconfirmed = await stranger.confirm(unknownKey);
    expect(withoutId(unconfirmed)).toMatchObject({ status: 400, answer: { errors: [{ field: "fileKey" }] } });
    expect(withoutId(await stranger.confirm(file.fileKey))).toEqual(withoutId(unconfirmed));

    await journey.confirm(file.fileKey);
    const unknown = await stranger.attach(unknownKey);
    expect(withoutId(unknown)).toMatchObject({ status: 400, answer: { errors: [{ field: "fileKey" }] } });
    expect(withoutId(await stranger.attach(file.fileKey))).toEqual(withoutId(unknown));
    const body = { ...announced, documentType: "CAC_CERTIFICATE", fileKey: file.fileKey };
    const byKey = { key: shop.testKey, params: { ref: stranger.merchantId }, body };
    expect(withoutId(await call(attachByKey, byKey))).toEqual(withoutId(unknown));
    expect((await journey.attach(file.fileKey)).status).toBe(200);
  });

  test("what the marketplace has uploaded and not attached is not a merchant's to take", async () => {
    const journey = await anyJourney();
    const { fileKey } = await confirmedFile(shop.test);
    expect(withoutId(await journey.attach(fileKey))).toEqual(withoutId(await journey.attach(unknownKey)));
    expect((await journey.confirm(fileKey)).status).toBe(400);
  });
});

describe("what is kept", () => {
  const bytes = () => readdir(path.join(env().dataDir, "documents"));
  const purgeAt = (ms: number) => purgeUploads({ realNow: later(now(), ms), limit: 100 });
  const kept = async (fileKey: string) => {
    const rows = await db().select().from(files).where(eq(files.id, fileKey));
    expect((await bytes()).some((name) => name.startsWith(fileKey))).toBe(rows.length > 0);
    return rows.length > 0;
  };

  test("uploads that were not confirmed go after a day, those that were not attached after 30", async () => {
    const journey = await anyJourney();
    const abandoned = await announce(journey);
    await journey.put(abandoned);
    const [idle, attached] = [await journey.uploaded(), await journey.uploaded()];
    await journey.attach(attached);
    await purgeAt(day + 20 * minute);
    expect([await kept(abandoned.fileKey), await kept(idle), await kept(attached)]).toEqual([false, true, true]);
    await purgeAt(31 * day);
    expect([await kept(idle), await kept(attached)]).toEqual([false, true]);
  });

  test("a document that is removed before anybody saw it goes likewise, one of a submission stays", async () => {
    const journey = await anyJourney();
    const remove = async (fileKey: string) => {
      const { documents } = await journey.session();
      sessionOf(await journey.remove(documents.find((one) => one.fileKey === fileKey)?.id ?? ""));
    };
    const mistaken = await journey.uploaded();
    await journey.businessInfo(anyBusinessInfo);
    await journey.directors([anyDirector()]);
    await journey.attach(mistaken);
    await remove(mistaken);
    await purgeAt(31 * day);
    expect(await kept(mistaken)).toBe(false);

    const certificate = await journey.uploaded();
    await journey.attach(certificate);
    sessionOf(await journey.submit());
    const requirements = [
      { step: "documents", item: "x", reasonCode: "X", message: "Another.", resolved: false },
    ] as const;
    const outcome = { status: "REQUIRES_UPDATE", requirements } as const;
    await reviewKyc({ actor: { kind: "sandbox", tenant: shop.test }, ref: journey.merchantId, outcome, now: now() });
    await remove(certificate);
    const second = await journey.uploaded();
    await purgeAt(31 * day);
    expect([await kept(certificate), await kept(second)]).toEqual([true, false]);
  });
});
