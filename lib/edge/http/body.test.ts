import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseBody, parseJson, readBody } from "./body";

const malformed = expect.objectContaining({ code: "MALFORMED_JSON" });

describe("what is no JSON in UTF-8 is refused", () => {
  it.each([
    "{",
    "}",
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":01}',
    '{"a":"\u0000"}',
    '{"a":"\n"}',
    '{"a":"\\x41"}',
    "{}{}",
    "a=1&b=2",
    "<a/>",
    "undefined",
    " ",
    "\u0000",
    "[".repeat(100_000),
  ])("%.20j", (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(malformed);
  });

  it.each([
    ["a stray byte", [0xff]],
    ["half a character", [0xf0, 0x9f, 0x8d]],
    ["an overlong NUL", [0xc0, 0x80]],
    ["half a surrogate pair", [0xed, 0xa0, 0x80]],
    ["Latin-1", [0xe9]],
  ])("%s", (_, bytes) => {
    const text = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(() => parseJson(text)).toThrow(malformed);
  });

  it("UTF-16", () => {
    expect(() => parseJson(Buffer.from("\ufeff{}", "utf16le"))).toThrow(malformed);
  });

  it("64 levels may be nested, and no more", () => {
    const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));
    expect(parseJson(nested(64))).toBeInstanceOf(Array);
    expect(() => parseJson(nested(65))).toThrow(malformed);
    expect(() => parseJson(nested(200_000))).toThrow(malformed);
  });

  it("an empty body is {}", () => expect(parseJson(new Uint8Array())).toEqual({}));
});

describe("a body of at most 1,000 bytes", () => {
  const request = (body: BodyInit, headers = {}) =>
    new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
  const tooLarge = expect.objectContaining({ code: "BODY_TOO_LARGE" });

  it("is read whole", async () => {
    expect(await readBody(request("x".repeat(1_000)), 1_000)).toHaveLength(1_000);
  });

  it("is refused when it is longer, whatever it said", async () => {
    await expect(readBody(request("x".repeat(1_001)), 1_000)).rejects.toEqual(tooLarge);
    await expect(readBody(request("x".repeat(1_001), { "content-length": "7" }), 1_000)).rejects.toEqual(tooLarge);
    await expect(readBody(request("x", { "content-length": "1001" }), 1_000)).rejects.toEqual(tooLarge);
  });

  it("is cut off where it does not end", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 100;
        controller.enqueue(new Uint8Array(100));
      },
    });
    await expect(readBody(request(endless), 1_000)).rejects.toEqual(tooLarge);
    expect(sent).toBeLessThan(2_000);
  });

  it("is no fault of the service where the sender goes away in the middle", async () => {
    const broken = (code: string) =>
      new ReadableStream({ pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code })) });
    await expect(readBody(request(broken("ECONNRESET")), 1_000)).rejects.toMatchObject({ code: "MALFORMED_JSON" });
    await expect(readBody(request(broken("EIO")), 1_000)).rejects.toThrow("aborted");
  });
});

describe("a compressed body", () => {
  const limit = 100_000;
  const read = (body: Uint8Array | ReadableStream, coding = "gzip") => {
    const init = { method: "POST", body, headers: { "content-encoding": coding }, duplex: "half" };
    return readBody(new Request("http://localhost/", init as RequestInit), limit);
  };

  it.each(["gzip", "GZIP", " x-gzip "])("by %s is what it was before", async (coding) => {
    const text = Buffer.from(JSON.stringify({ note: "₦".repeat(1_000) }));
    expect(Buffer.from(await read(gzipSync(text), coding))).toEqual(text);
  });

  it.each(["br", "deflate", "zstd", "gzip, gzip", "nonsense"])("by %s is a 415 that names gzip", async (coding) => {
    const refusal = { code: "UNSUPPORTED_MEDIA_TYPE", headers: { "accept-encoding": "gzip" } };
    await expect(read(gzipSync("{}"), coding)).rejects.toMatchObject(refusal);
  });

  it("counts by what is inside, and is not inflated beyond that", async () => {
    expect(await read(gzipSync(Buffer.alloc(limit)))).toHaveLength(limit);
    await expect(read(gzipSync(Buffer.alloc(limit + 1)))).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
    // Ten thousand times its size: as a whole it would take a gigabyte.
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(sent === 1 ? bomb : bomb.subarray(0, 500));
      },
    });
    await expect(read(endless)).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
    expect(sent).toBeLessThan(20);
  });

  it("counts by what is sent, too: blocks without content never end", async () => {
    const start = gzipSync("").subarray(0, 10);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        // A stored block of no bytes, that is not the last.
        controller.enqueue(sent === 1 ? start : Buffer.from("000000ffff".repeat(2_000), "hex"));
      },
    });
    await expect(read(endless)).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
    expect(sent).toBeLessThan(40);
  });

  it.each([
    ["is not compressed at all", Buffer.from("{}")],
    ["ends too early", gzipSync(randomBytes(1_000)).subarray(0, 500)],
    ["is damaged", gzipSync(randomBytes(1_000)).fill(7, 100, 900)],
  ])("that %s is malformed", async (_, body) => {
    await expect(read(body)).rejects.toEqual(malformed);
  });
});

describe("what a body says it is", () => {
  const parse = (type?: string) => parseBody(Buffer.from("{}"), new Headers(type ? { "content-type": type } : {}));

  it.each([
    undefined,
    "application/json",
    "Application/JSON; charset=UTF-8",
    'application/json;charset="utf-8"',
    "application/json; v=1",
  ])("%s is taken for JSON", (type) => {
    expect(parse(type)).toEqual({});
  });

  it.each([
    "application/x-www-form-urlencoded",
    "text/plain;charset=UTF-8",
    "application/jsonp",
    "application/json; charset=utf-16",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
    "nonsense",
  ])("%s is a 415", (type) => {
    expect(() => parse(type)).toThrow(expect.objectContaining({ code: "UNSUPPORTED_MEDIA_TYPE" }));
  });

  it("does not matter where there is none", () => {
    expect(parseBody(new Uint8Array(), new Headers({ "content-type": "text/plain" }))).toEqual({});
  });
});
