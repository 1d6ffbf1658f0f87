import { expect, it } from "vitest";
import { detectFileType } from "./file-type";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it.each([
  ["%PDF-1.7\n%....", "application/pdf"],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
  ["\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
  ["RIFF\x24\0\0\0WEBPVP8 ", "image/webp"],
  ["RIFF\x24\0\0\0WAVEfmt ", null],
  ["PK\x03\x04", null],
  ["<html>", null],
  ["%PDF", null],
  [" %PDF-1.7", null],
  ["\x89PN", null],
  ["", null],
])("%j is %s", (start, type) => {
  expect(detectFileType(bytes(start))).toBe(type);
});
