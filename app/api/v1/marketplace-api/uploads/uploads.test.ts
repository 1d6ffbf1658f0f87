import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as attach } from "@/app/api/v1/marketplace-api/merchants/[ref]/documents/route";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { later } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import type { RealTime } from "@/lib/kernel/time";
import { receiveUpload } from "@/lib/merchants/documents/receive-upload";
import { uploadWindow } from "@/lib/terms/documents/constants";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { documentBytes } from "@/test/factories/document-bytes";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { PUT } from "./[fileKey]/route";
import { POST as confirm } from "./confirm/route";
import { POST as request } from "./route";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
});
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

const pdf = Buffer.from("%PDF-1.7\nthe certificate");
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(pdf.length - 8)]);
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const contentType = "application/pdf";

type Upload = { fileKey: string; upload: { method: string; url: string; headers: Record<string, string> } };

async function announce(bytes: Uint8Array = pdf, fields: Record<string, string> = {}, key = shop.testKey) {
  const body = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(bytes.length), ...fields };
  const answer = await call(request, { key, body });
  expect(answer.status).toBe(201);
  return answer.json as Upload;
}

const put = ({ fileKey, upload }: Upload, bytes: Uint8Array, headers = upload.headers) =>
  call(PUT, { method: "PUT", params: { fileKey }, raw: bytes, headers });

const confirmKey = (fileKey: string, key = shop.testKey) => call(confirm, { key, body: { fileKey } });

const fieldsOf = (answer: { json: Record<string, unknown> }) =>
  (answer.json.errors as { field: string }[] | undefined)?.map((error) => error.field);

async function row(fileKey: string) {
  const [found] = await db().select().from(files).where(eq(files.id, fileKey));
  if (!found) throw new Error("no such file");
  return found;
}

const folder = () => path.join(env().dataDir, "documents");
const stored = () => readdir(folder()).catch(() => []);

describe("the three steps", () => {
  it("announce, put and confirm a file, which can then be attached", async () => {
    const announced = await announce();
    const { fileKey, upload } = announced;
    expect(announced).toEqual({
      fileKey: expect.stringMatching(/^fil_/),
      upload: {
        method: "PUT",
        url: `${env().baseUrl}/api/v1/marketplace-api/uploads/${fileKey}`,
        headers: { "Content-Type": "application/pdf", "X-Upload-Token": expect.stringMatching(/^\w{43}$/) },
      },
      expiresAt: expect.any(String),
    });
    expect((await row(fileKey)).uploadTokenDigest).not.toContain(upload.headers["X-Upload-Token"]);

    const { merchantId } = await anyMerchant(shop.test);
    const body = {
      documentType: "CAC_CERTIFICATE",
      fileName: "certificate.pdf",
      fileKey,
      fileSize: String(pdf.length),
      mimeType: "application/pdf",
    };
    const attachIt = () => call(attach, { key: shop.testKey, params: { ref: merchantId }, body });
    expect(fieldsOf(await attachIt())).toEqual(["fileKey"]);
    expect(await confirmKey(fileKey)).toMatchObject({ status: 409, json: { code: "UPLOAD_NOT_ACCEPTED" } });

    const done = await put(announced, pdf);
    expect(done).toMatchObject({ status: 204, text: "" });
    expect(fieldsOf(await attachIt())).toEqual(["fileKey"]);

    const confirmed = await confirmKey(fileKey);
    expect(confirmed).toMatchObject({ status: 200 });
    expect(confirmed.json).toEqual({
      fileKey,
      status: "CONFIRMED",
      fileSize: String(pdf.length),
      mimeType: "application/pdf",
      sha256: digest(pdf),
    });
    expect((await attachIt()).status).toBe(200);
    expect((await confirmKey(fileKey)).json).toEqual(confirmed.json);

    expect(await documentBytes(fileKey)).toEqual(pdf);
  });

  it("the bytes can be replaced until they are confirmed, and no old ones stay", async () => {
    const announced = await announce();
    const before = (await stored()).length;
    const other = Buffer.concat([pdf.subarray(0, -1), Buffer.from("!")]);
    expect((await put(announced, pdf)).status).toBe(204);
    expect((await put(announced, other)).status).toBe(204);
    expect((await put(announced, png)).status).toBe(400);
    expect((await confirmKey(announced.fileKey)).json.sha256).toBe(digest(other));
    expect(await put(announced, pdf)).toMatchObject({ status: 409, json: { code: "UPLOAD_NOT_ACCEPTED" } });
    expect((await confirmKey(announced.fileKey)).json.sha256).toBe(digest(other));
    expect((await stored()).length).toBe(before + 1);
  });

  it("bytes that arrive after the confirmation change nothing", async () => {
    const announced = await announce();
    await put(announced, pdf);
    const before = await stored();
    const late = Buffer.concat([pdf.subarray(0, -1), Buffer.from("?")]);
    async function* slow() {
      yield late.subarray(0, 15);
      await confirmKey(announced.fileKey);
      yield late.subarray(15);
    }
    const token = announced.upload.headers["X-Upload-Token"] ?? "";
    const receive = receiveUpload({ fileKey: announced.fileKey, token, contentType, content: slow(), realNow: now() });
    await expect(receive).rejects.toMatchObject({ code: "UPLOAD_NOT_ACCEPTED" });
    expect((await confirmKey(announced.fileKey)).json.sha256).toBe(digest(pdf));
    expect(await stored()).toEqual(before);
  });

  it("of two PUTs at once one wins whole", async () => {
    const announced = await announce();
    const before = (await stored()).length;
    const other = Buffer.concat([pdf.subarray(0, -1), Buffer.from("!")]);
    await Promise.all([put(announced, pdf), put(announced, other), put(announced, pdf)]);
    const { sha256 } = (await confirmKey(announced.fileKey)).json;
    expect(digest(await documentBytes(announced.fileKey))).toBe(sha256);
    expect((await stored()).length).toBe(before + 1);
  });
});

describe("announcing", () => {
  it.each([
    ["fileSize", "0"],
    ["fileSize", "10485761"],
    ["fileSize", "10.5"],
    ["mimeType", "image/gif"],
    ["mimeType", "text/html"],
    ["fileName", "../passwd"],
  ])("refuses %s %s", async (field, value) => {
    const body = { fileName: "a.pdf", mimeType: "application/pdf", fileSize: "10", [field]: value };
    const answer = await call(request, { key: shop.testKey, body });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it("refuses a size that is a number, and no key", async () => {
    const body = { fileName: "a.pdf", mimeType: "application/pdf", fileSize: 10 };
    expect(fieldsOf(await call(request, { key: shop.testKey, body }))).toEqual(["fileSize"]);
    expect((await call(request, { body })).status).toBe(401);
  });
});

describe("bytes that are not what was announced", () => {
  it.each([
    ["longer", Buffer.concat([pdf, Buffer.from("x")]), 413],
    ["shorter", pdf.subarray(0, -1), 400],
    ["empty", Buffer.alloc(0), 400],
    ["of another type", png, 400],
    ["of no known type", Buffer.alloc(pdf.length, 65), 400],
  ])("are refused when %s, and not kept", async (_, bytes, status) => {
    const announced = await announce();
    const before = await stored();
    expect((await put(announced, bytes)).status).toBe(status);
    expect(await stored()).toEqual(before);
    expect((await row(announced.fileKey)).status).toBe("REQUESTED");
    expect((await confirmKey(announced.fileKey)).status).toBe(409);
  });

  it("are cut off as soon as they are too many", async () => {
    const announced = await announce();
    let chunks = 0;
    async function* endless() {
      for (;;) {
        chunks += 1;
        yield Buffer.concat([pdf, Buffer.alloc(1024)]);
      }
    }
    const token = announced.upload.headers["X-Upload-Token"] ?? "";
    const receive = receiveUpload({
      fileKey: announced.fileKey,
      token,
      contentType,
      content: endless(),
      realNow: now(),
    });
    await expect(receive).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
    expect(chunks).toBe(1);
  });

  it("leave nothing when the sender breaks off", async () => {
    const announced = await announce();
    const before = await stored();
    async function* broken() {
      yield pdf.subarray(0, 10);
      throw new Error("connection reset");
    }
    const token = announced.upload.headers["X-Upload-Token"] ?? "";
    await expect(
      receiveUpload({ fileKey: announced.fileKey, token, contentType, content: broken(), realNow: now() }),
    ).rejects.toThrow("connection reset");
    expect(await stored()).toEqual(before);
  });

  it("a file that is too short to tell its type is refused", async () => {
    const announced = await announce(Buffer.from("%P"));
    expect(fieldsOf(await put(announced, Buffer.from("%P")))).toEqual(["mimeType"]);
    const tiny = await announce(Buffer.from("%PDF-"));
    expect((await put(tiny, Buffer.from("%PDF-"))).status).toBe(204);
  });

  it("ten mebibytes go through, in pieces", async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, 7);
    pdf.copy(large);
    const announced = await announce(large);
    expect((await put(announced, large)).status).toBe(204);
    expect((await confirmKey(announced.fileKey)).json.sha256).toBe(digest(large));
  });
});

describe("whose upload it is", () => {
  it("an unknown key, a wrong token and no token get the same answer", async () => {
    const announced = await announce();
    const other = await announce();
    const answers = [
      await put({ ...announced, fileKey: "fil_unknown" }, pdf),
      await put({ ...announced, fileKey: "../../../etc/passwd" }, pdf),
      await put({ ...announced, fileKey: ".." }, pdf),
      await put(announced, pdf, other.upload.headers),
      await put(announced, pdf, { "X-Upload-Token": "" }),
      await put(announced, pdf, { authorization: `Bearer ${shop.testKey}` }),
      await put(announced, pdf, {}),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.json.detail).toBe(answers[0]?.json.detail);
    }
  });

  it("expires", async () => {
    const announced = await announce();
    const token = announced.upload.headers["X-Upload-Token"] ?? "";
    async function* content() {
      yield pdf;
    }
    const receive = (at: RealTime) =>
      receiveUpload({ fileKey: announced.fileKey, token, contentType, content: content(), realNow: at });
    await expect(receive(later(now(), uploadWindow))).rejects.toMatchObject({ code: "UPLOAD_NOT_ACCEPTED" });
    await receive(now());
  });

  it("another marketplace or environment cannot confirm it", async () => {
    const stranger = await createMarketplace();
    const announced = await announce();
    await put(announced, pdf);
    for (const key of [stranger.testKey, shop.liveKey]) {
      expect(fieldsOf(await confirmKey(announced.fileKey, key))).toEqual(["fileKey"]);
    }
    for (const fileKey of ["fil_unknown", "../../etc/passwd", "%00"]) {
      const answer = await confirmKey(fileKey);
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toEqual(["fileKey"]);
    }
    expect((await confirmKey(announced.fileKey)).status).toBe(200);
  });
});
