import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newStreamKey } from "./crypto";
import { openStream, SealBroken, sealedSize, sealStream, streamKeyOf, streamKeyText } from "./sealed-stream";

const name = "fil_1-a";
const key = newStreamKey();
const sealedPiece = 64 * 1024 + 16;

async function all(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

const seal = (plain: Uint8Array, as = name, under = key) => all(sealStream(under, as, [plain]));
const open = (sealed: Uint8Array, as = name, under = key) => all(openStream(under, as, [sealed]));

/** The stream in chunks of these many bytes. */
function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
  "%d bytes come back, in chunks of any size",
  async (size) => {
    const plain = randomBytes(size);
    const sealed = await all(sealStream(key, name, cut(plain, 10_007)));
    expect(sealed.length).toBe(sealedSize(size));
    expect((await all(openStream(key, name, cut(sealed, 4_099)))).equals(plain)).toBe(true);
    expect((await all(openStream(streamKeyOf(streamKeyText(key)), name, [sealed]))).equals(plain)).toBe(true);
  },
);

test("nothing of the plain bytes can be read in the sealed ones", async () => {
  const words = Buffer.from("the account number 2987165434 ".repeat(10_000));
  expect((await seal(words)).includes("the account number")).toBe(false);
});

const plain = randomBytes(150_000);
const swapped = (bytes: Buffer) =>
  Buffer.concat([
    bytes.subarray(sealedPiece, 2 * sealedPiece),
    bytes.subarray(0, sealedPiece),
    bytes.subarray(2 * sealedPiece),
  ]);
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test.each<[string, (sealed: Buffer) => Buffer]>([
  ["a bit of the first piece is changed", (sealed) => flipped(sealed, 0)],
  ["a bit of the last tag is changed", (sealed) => flipped(sealed, sealed.length - 1)],
  ["two pieces change places", swapped],
  ["a piece is left out", (sealed) => sealed.subarray(sealedPiece)],
  ["it is cut off within a piece", (sealed) => sealed.subarray(0, -1)],
  ["it is cut off after a piece", (sealed) => sealed.subarray(0, 2 * sealedPiece)],
  ["it is cut off at once", () => Buffer.alloc(0)],
  ["something is added", (sealed) => Buffer.concat([sealed, Buffer.alloc(40)])],
  ["its own beginning is added", (sealed) => Buffer.concat([sealed, sealed.subarray(0, sealedPiece)])],
])("it does not open when %s", async (_, change) => {
  await expect(open(change(await seal(plain)))).rejects.toThrow(SealBroken);
});

test("it opens under its own name and key alone", async () => {
  const sealed = await seal(plain);
  await expect(open(sealed, "fil_2-a")).rejects.toThrow(SealBroken);
  await expect(open(sealed, name, newStreamKey())).rejects.toThrow(SealBroken);
  expect(() => streamKeyOf("2:abc")).toThrow("not the key of a stream");
});
