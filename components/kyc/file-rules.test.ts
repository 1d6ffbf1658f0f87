import { expect, it } from "vitest";
import { maxFileBytes } from "@/lib/terms/documents/constants";
import { requestUploadBody } from "@/lib/terms/documents/schema";
import { acceptedPictures, checkFile, fileRules, sizeText } from "./file-rules";

const photo = { name: "cac.jpg", type: "image/jpeg", size: 340_000 };

it("says the rules", () => {
  expect(fileRules).toBe("PDF, JPG, PNG or WebP, up to 10 MB");
  expect(acceptedPictures).toBe("image/png,image/jpeg,image/webp");
});

it.each([
  photo,
  { ...photo, type: "" },
  { ...photo, name: "CAC.PDF", type: "" },
  { ...photo, name: "CAC.pdf", type: "application/octet-stream" },
  { ...photo, type: "image/jpg" },
  { ...photo, size: maxFileBytes },
  { ...photo, name: "C:\\papers/cac.jpg" },
  { ...photo, name: "a\u0007b\u0000.jpg" },
  { ...photo, name: "\u200eWhatsApp\u2028Image.jpg" },
  { ...photo, name: `${"long ".repeat(60)}.jpg` },
  { ...photo, name: `${"x".repeat(250)}😀.jpg` },
  { ...photo, name: "no ending" },
])("announces %j so that the service takes it", (picked) => {
  const announced = checkFile(picked);
  expect(requestUploadBody.parse(announced)).toEqual(announced);
});

it("keeps the ending of a long name", () => {
  expect(checkFile({ ...photo, name: `${"x".repeat(300)}.jpg` })).toMatchObject({ fileName: /x\.jpg$/ });
});

it.each([
  [{ ...photo, type: "image/heic" }, /PDF or a photo/],
  [{ ...photo, name: "cac.docx", type: "" }, /PDF or a photo/],
  [{ ...photo, name: "no ending", type: "" }, /PDF or a photo/],
  [{ ...photo, size: 0 }, /empty/],
  [{ ...photo, size: maxFileBytes + 1 }, /larger than 10 MB/],
])("refuses %j with a plain message", (picked, words) => {
  expect(checkFile(picked)).toEqual({ problem: expect.stringMatching(words) });
});

it.each([
  [1, "1 KB"],
  [340_000, "332 KB"],
  [1_468_006, "1.4 MB"],
  [maxFileBytes, "10 MB"],
])("writes %i bytes as %s", (bytes, words) => expect(sizeText(bytes)).toBe(words));
