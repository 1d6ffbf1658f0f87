import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { checkAction, originsOf } from "./actions.mjs";

test("pages are at the origin of BASE_URL, however it is written", () => {
  for (const written of ["https://financing.example", "https://financing.example/", "https://Financing.example:443"]) {
    expect(originsOf(written)).toEqual(["https://financing.example"]);
  }
  expect(originsOf("")).toEqual([]);
});

test.each([
  ["of the service", { origin: "https://financing.example", host: "10.0.0.7" }, "UNSUPPORTED_MEDIA_TYPE"],
  ["of the host that was asked", { origin: "http://10.0.0.7:3000", host: "10.0.0.7:3000" }, "UNSUPPORTED_MEDIA_TYPE"],
  ["of another site", { origin: "https://evil.example", host: "financing.example" }, "VALIDATION_FAILED"],
  ["that is none", { origin: "null", host: "financing.example" }, "VALIDATION_FAILED"],
  ["that is none, to no host, as HTTP/1.0 may", { origin: "null" }, "VALIDATION_FAILED"],
  ["that is missing, to no host", {}, "VALIDATION_FAILED"],
])("a call from an origin %s", async (_, headers, code) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { headers: { "next-action": "a1", ...headers } });
  const known = { actions: new Map([["a1", ["/oauth/login"]]]), origins: ["https://financing.example"] };
  expect(await checkAction(request, "/oauth/login", known)).toMatchObject({ code });
});
