import { describe, expect, it } from "vitest";
import { parseJson, readBody } from "./body";

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
