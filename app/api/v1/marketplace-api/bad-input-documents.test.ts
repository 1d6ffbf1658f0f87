import { beforeAll, describe, expect, it } from "vitest";
import { requireOwnStorage } from "@/lib/platform/providers/storage";
import { call } from "@/test/call-route";
import { expectRefusal, holdsContract } from "@/test/contract/suite";
import { also, filledText, literal, never, oneOf, refusing, required, value } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { anyMerchant, confirmedFile } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { POST as attachDocument } from "./merchants/[ref]/documents/route";
import { PUT as putUpload } from "./uploads/[fileKey]/route";
import { POST as confirmUpload } from "./uploads/confirm/route";
import { POST as requestUpload } from "./uploads/route";

useDatabase();

let shop: TestMarketplace;
let ref: string;
let file: { fileKey: string; fileSize: string; mimeType: string };
beforeAll(async () => {
  await requireOwnStorage();
  shop = await createMarketplace();
  ref = (await anyMerchant(shop.test)).merchantId;
  file = await confirmedFile(shop.test);
});

const fileName = also(filledText(255), {
  refused: ["../etc/passwd", "a/b.pdf", "a\\b.pdf", "a\nb.pdf", "a\u001bb.pdf"].map((one) =>
    value(JSON.stringify(one), one),
  ),
  accepted: [value("dots and spaces", "My certificate (2).final.pdf")],
});

/** A byte count as a string of digits. */
const fileSize = {
  refused: [
    ...["", "0", "-8", "8.5", "1e3", "0x8", "8 bytes", " 8", "08", "٨", "8\u0000"].map((one) =>
      value(JSON.stringify(one), one),
    ),
    value("null", null),
    literal("8"),
    value("a boolean", true),
    value("a list", ["8"]),
    value("an object", { bytes: "8" }),
    value("a byte more than 10 MiB", "10485761"),
    value("a huge number", "9".repeat(400)),
    value("too long (100,000)", "1".repeat(100_000)),
  ],
  accepted: [value("the smallest", "1"), value("10 MiB", "10485760")],
};
const mimeType = oneOf("application/pdf", "image/png", "image/jpeg", "image/webp");

holdsContract({
  operation: "POST /uploads",
  route: requestUpload,
  key: () => shop.testKey,
  body: () => ({ fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: "8" }),
  fields: [required("fileName", fileName), required("mimeType", mimeType), required("fileSize", fileSize)],
});

const fileKey = required("fileKey", refusing(filledText(255)));
const strangeKey = never("fileKey", [
  value("a path", "../../etc/passwd"),
  value("a merchant's id", "mer_01m7y4wdcs0n2hh1f3f75h760r"),
  value("unknown", "fil_01m7y4wdcs0n2hh1f3f75h760r"),
  value("Unicode", "fil_🍲"),
  value("as long as allowed (255)", "x".repeat(255)),
  value("SQL", "' or 1=1 --"),
]);

holdsContract({
  operation: "POST /uploads/confirm",
  route: confirmUpload,
  key: () => shop.testKey,
  body: () => ({ fileKey: file.fileKey }),
  fields: [fileKey],
  beyondSchema: [strangeKey],
});

holdsContract({
  operation: "POST /merchants/{ref}/documents",
  route: attachDocument,
  key: () => shop.testKey,
  params: () => ({ ref }),
  body: () => ({ documentType: "CAC_CERTIFICATE", fileName: "certificate.pdf", ...file }),
  repeated: (answer) => answer.document,
  fields: [
    required(
      "documentType",
      oneOf(
        "CAC_CERTIFICATE",
        "TAX_CERTIFICATE",
        "MEMORANDUM_AND_ARTICLES",
        "BUSINESS_PERMIT",
        "BANK_STATEMENT",
        "FINANCIAL_STATEMENT",
        "UTILITY_BILL",
        "PROOF_OF_ADDRESS",
        "ID_CARD",
        "PASSPORT",
        "DRIVERS_LICENSE",
        "DIRECTOR_ID",
        "DIRECTOR_PASSPORT",
        "DIRECTOR_BVN",
      ),
    ),
    required("fileName", fileName),
    fileKey,
    required("fileSize", refusing(fileSize)),
    required("mimeType", refusing(mimeType)),
  ],
  beyondSchema: [
    strangeKey,
    never("fileSize", [value("not the file's", "9")]),
    never("mimeType", [value("not the file's", "image/png")]),
  ],
});

describe("PUT /uploads/{fileKey} refuses", () => {
  async function put(raw: string | Uint8Array, more: { type?: string; token?: string } = {}) {
    const body = { fileName: "a.pdf", mimeType: "application/pdf", fileSize: "8" };
    const { json } = await call(requestUpload, { key: shop.testKey, body });
    const { fileKey: key, upload } = json as { fileKey: string; upload: { headers: Record<string, string> } };
    const headers = {
      ...upload.headers,
      ...(more.token === undefined ? {} : { "X-Upload-Token": more.token }),
      ...(more.type === undefined ? {} : { "Content-Type": more.type }),
    };
    const before = await storedState();
    const answer = await call(putUpload, { method: "PUT", params: { fileKey: key }, raw, headers });
    expect(await storedState()).toEqual(before);
    return answer;
  }

  it("bytes of another type", async () => expectRefusal(await put("GIF89a!!"), "mimeType"));
  it("too few bytes", async () => expectRefusal(await put("%PDF-1."), "fileSize"));
  it("no bytes", async () => expectRefusal(await put(""), "fileSize"));
  it("too many bytes", async () => {
    expect(await put("%PDF-1.7!")).toMatchObject({ status: 413, json: { code: "BODY_TOO_LARGE" } });
  });
  it.each(["image/png", "application/octet-stream", "application/pdfx", ""])("the type '%s'", async (type) => {
    expect(await put("%PDF-1.7", { type })).toMatchObject({ status: 415, json: { code: "UNSUPPORTED_MEDIA_TYPE" } });
  });
  it.each(["wrong", "", "x".repeat(10_000)])("the token %.10s", async (token) => {
    expect(await put("%PDF-1.7", { token })).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
  });
});
