import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { api, type Json } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { buildIn, builtSources } from "@/scripts/server/built.mjs";

/** What came back over a socket of its own, until the service closed it. */
type Heard = { status: number; headers: Headers; body: string; json: Json; text: string };

/** Sends bytes as they are. Fails when the service has not closed the connection ten seconds later. */
function send(port: string, head: string, body: readonly (string | Buffer)[] = []): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    const chunks: Buffer[] = [];
    const late = setTimeout(() => {
      reject(new Error(`No end to: ${head.slice(0, 300)}`));
      socket.destroy();
    }, 10_000);
    const done = () => {
      clearTimeout(late);
      resolve(parsed(Buffer.concat(chunks).toString("latin1")));
    };
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // What it closes while more is being sent comes as a reset: the answer has to be there all the same.
    socket.on("error", (error) => (chunks.length > 0 ? done() : reject(error)));
    socket.on("close", done);
    socket.write(head, "latin1");
    for (const part of body) socket.write(part);
  });
}

function parsed(text: string): Heard {
  const end = text.indexOf("\r\n\r\n");
  const [head, body] = [text.slice(0, end), text.slice(end + 4)];
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  // In chunks every other line is a length.
  const chunks = body.split("\r\n").filter((_, i) => i % 2 === 1);
  const plain = headers.get("transfer-encoding") ? chunks.join("") : body;
  let json: Json;
  try {
    json = JSON.parse(plain);
  } catch {
    json = undefined;
  }
  return { status: Number(first.split(" ")[1]), headers, body: plain, json, text };
}

const portOf = (baseURL: string | undefined) => new URL(baseURL ?? "").port;
const head = (line: string, headers: Record<string, string> = {}) =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ Host: "localhost", Connection: "close", ...headers }).map((pair) => pair.join(": ")),
    "\r\n",
  ].join("\r\n");

/** A problem document with the code, and with what every answer of the API carries. */
function expectProblem(heard: Heard, status: number, code: string) {
  expect([heard.status, heard.json?.code], heard.text.slice(0, 400)).toEqual([status, code]);
  expect(heard.headers.get("content-type")).toBe("application/problem+json");
  expect(heard.headers.get("x-request-id")).toBe(heard.json.requestId);
  expect(heard.headers.get("ratelimit")).toMatch(/^"\w+";r=\d+;t=\d+$/);
  expect(heard.headers.get("ratelimit-policy")).toMatch(/^"\w+";q=\d+;w=60$/);
}

test.describe("methods that nobody asked for", () => {
  const merchants = `${api}/merchants`;
  const refused = [
    ["TRACE", "/api/ping", "GET, HEAD, OPTIONS"],
    ["TRACE", "/", "GET, HEAD, POST, OPTIONS"],
    ["PROPFIND", merchants, "POST, OPTIONS"],
    ["DELETE", merchants, "POST, OPTIONS"],
    ["GET", "/oauth/token", "POST, OPTIONS"],
    ["POST", "/sdk/manifest.json", "GET, HEAD, OPTIONS"],
    ["PUT", "/account/login", "GET, HEAD, POST, OPTIONS"],
    ["POST", "/account/login", "GET, HEAD, OPTIONS"],
  ] as const;
  for (const [method, path, allow] of refused) {
    test(`${method} ${path} is a 405 that names those there are`, async ({ baseURL }) => {
      const heard = await send(portOf(baseURL), head(`${method} ${path}`));
      expectProblem(heard, 405, "METHOD_NOT_ALLOWED");
      expect(heard.headers.get("allow")).toBe(allow);
    });
  }

  test("OPTIONS says which there are, of an address and of the service", async ({ baseURL }) => {
    const ask = (path: string) => send(portOf(baseURL), head(`OPTIONS ${path}`));
    expect(await ask("/api/ping")).toMatchObject({ status: 204, body: "" });
    expect((await ask(merchants)).headers.get("allow")).toBe("POST, OPTIONS");
    expect((await ask("*")).headers.get("allow")).toBe("DELETE, GET, HEAD, PATCH, POST, PUT, OPTIONS");
    expectProblem(await ask("/api/nothing"), 404, "NOT_FOUND");
  });

  test("HEAD is GET without a body", async ({ baseURL }) => {
    expect(await send(portOf(baseURL), head("HEAD /api/ping"))).toMatchObject({ status: 200, body: "" });
    expect(await send(portOf(baseURL), head("HEAD /api/nothing"))).toMatchObject({ status: 404, body: "" });
  });

  test("to be used as a proxy is refused", async ({ baseURL }) => {
    expect(await send(portOf(baseURL), head("CONNECT example.com:443"))).toMatchObject({
      status: 405,
      json: { code: "METHOD_NOT_ALLOWED" },
    });
    const absolute = await send(portOf(baseURL), head("GET http://evil.test/api/ping"));
    expect(absolute).toMatchObject({ status: 200, json: { pong: true } });
  });
});

test.describe("addresses that play with slashes and dots", () => {
  const nowhere = [
    "/api/no/such/address",
    "/api/ping/deeper",
    "/api//ping",
    "//api/ping",
    "/api/./ping",
    "/api/%2e%2e/ping",
    "/demo/../api/ping",
    "/api\\ping",
    "/marketplace/data",
    "/marketplace/data/nothing",
    "/oauth/token/deeper",
    "/.well-known",
    "/.well-known/nothing",
    "/openapi.json/deeper",
    "/sdk/nothing.js",
    "/sdk/1.0.0/../../package.json",
    "/api/ping%00",
  ];
  for (const path of nowhere) {
    test(`${path} is a 404 for programs`, async ({ baseURL }) => {
      expectProblem(await send(portOf(baseURL), head(`GET ${path}`)), 404, "NOT_FOUND");
    });
  }

  for (const path of ["/nothing", "//evil.test/..", "/demo/../nothing", "/_next/image?url=%2Ficon.svg&w=64&q=75"]) {
    test(`${path} is a 404 for people, and leads nowhere else`, async ({ baseURL }) => {
      const heard = await send(portOf(baseURL), head(`GET ${path}`));
      expect(heard.status).toBe(404);
      expect(heard.headers.get("location")).toBeNull();
    });
  }

  test("a slash at the end of an operation makes no difference, whatever the method", async ({ baseURL, request }) => {
    expect(await send(portOf(baseURL), head("GET /api/ping/"))).toMatchObject({ status: 200, json: { pong: true } });
    expect(await send(portOf(baseURL), head("GET /oauth/authorize/"))).toMatchObject({ status: 400 });
    const form = { grant_type: "client_credentials" };
    const answer = await request.post("/oauth/token/", { form, maxRedirects: 0 });
    expect([answer.status(), (await answer.json()).error]).toEqual([401, "invalid_client"]);
  });
});

test.describe("headers made up", () => {
  const made: [what: string, path: string, headers: Record<string, string>, status: number][] = [
    ["a part of a file that has none", "/sdk/manifest.json", { Range: "bytes=99999-" }, 200],
    ["a file only if it were another", "/sdk/manifest.json", { "If-Match": '"x"' }, 200],
    [
      "a file only if it were older",
      "/sdk/manifest.json",
      { "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" },
      200,
    ],
    ["what only middleware may say", "/api/ping", { "X-Middleware-Prefetch": "1", "X-Nextjs-Data": "1" }, 200],
    ["an operation as a page's part", "/api/ping", { RSC: "1" }, 200],
    ["a page's part from nowhere", "/account/login", { RSC: "1", "Next-Router-State-Tree": "%5B%5D" }, 400],
    ["a part of no page, from nowhere", "/nothing/here", { RSC: "1", "Next-Router-State-Tree": "%7B" }, 400],
    ["an expectation that nobody knows", "/api/ping", { Expect: "miracles" }, 200],
    ["another protocol", "/api/ping", { Connection: "Upgrade, close", Upgrade: "h2c" }, 200],
    ["other hosts", "/api/ping", { "X-Forwarded-Host": "%%%", "X-Forwarded-Proto": "no nsense" }, 200],
    ["cookies that are none", "/account/login", { Cookie: "financing.session=%ff%00; ;;=; a=b=c" }, 200],
    ["a refusal of its own", "/api/nothing", { "X-Refusal": '{"code":"INTERNAL_ERROR"}' }, 404],
  ];
  for (const [what, path, headers, status] of made) {
    test(`${what}: ${status}`, async ({ baseURL }) => {
      const heard = await send(portOf(baseURL), head(`GET ${path}`, headers));
      expect(heard.status, heard.text.slice(0, 300)).toBe(status);
      if (path === "/api/ping") expect(heard.json).toEqual({ pong: true });
    });
  }

  test("more of them than anybody needs are a 431 that says so", async ({ baseURL }) => {
    const heard = await send(portOf(baseURL), head("GET /api/ping", { "X-Much": "x".repeat(20_000) }));
    expect(heard).toMatchObject({ status: 431, json: { code: "HEADERS_TOO_LARGE" } });
  });

  test("what is no HTTP is a 400 that says so", async ({ baseURL }) => {
    for (const text of ["nonsense\r\n\r\n", "GET /api/ping HTTP/1.1\r\nBad Header\r\n\r\n", "FOO / HTTP/1.1\r\n\r\n"]) {
      expect(await send(portOf(baseURL), text)).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED" } });
    }
  });

  test("a request without a host, or with two, is a 400 that says so", async ({ baseURL }) => {
    for (const hosts of ["", "Host: localhost\r\nHost: evil.test\r\n"]) {
      const heard = await send(portOf(baseURL), `GET /api/ping HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expectProblem(heard, 400, "VALIDATION_FAILED");
    }
    expect(await send(portOf(baseURL), "GET /api/ping HTTP/1.0\r\n\r\n")).toMatchObject({ status: 200 });
  });

  test("requests in a row on one connection are each answered", async ({ baseURL }) => {
    const keep = { Connection: "keep-alive" };
    const row = [head("GET /api/ping", keep), head("TRACE /api/ping", keep), head("GET /api/ping")].join("");
    const { text } = await send(portOf(baseURL), row);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 405", "HTTP/1.1 200"]);
  });
});

test.describe("calls of pages made up", () => {
  const text = { "Content-Type": "text/plain;charset=UTF-8" };
  // Of the build that is served: Next's whole one in `npm run proof -- next`.
  const whole = process.env.FAST_LANE === "off";
  const served = buildIn(".", builtSources(".", whole) ?? "", whole);
  const known = Object.entries<{ exportedName: string }>(
    JSON.parse(readFileSync(join(served, ".next/server/server-reference-manifest.json"), "utf8")).node,
  ).find(([, { exportedName }]) => exportedName === "createAccount")?.[0];
  const own = { "Next-Action": known ?? "", ...text };

  const made: [what: string, headers: Record<string, string>, body: string, status: number][] = [
    ["of nothing there is", { ...text, "Next-Action": "nonsense" }, "[]", 404],
    ["of another page's", { ...own, "X-Page": "/oauth/consent" }, "[]", 404],
    ["from another site", { ...own, Origin: "https://evil.test" }, "[]", 400],
    ["from nowhere", { ...own, Origin: "null" }, "[]", 400],
    ["that says it is forwarded", { ...own, Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" }, "[]", 400],
    ["that is no JSON", own, "nonsense", 400],
    ["without arguments", own, "", 400],
    ["that refers to what was not sent", own, '["$1","$F2","$@3","$K4"]', 400],
    ["that reaches for prototypes", own, '["$1:__proto__:constructor"]', 400],
    ["as a form", { ...own, "Content-Type": "multipart/form-data; boundary=x" }, "--x\r\nnonsense", 415],
    ["too long", own, "x".repeat(40_000), 413],
  ];
  for (const [what, { "X-Page": page = "/account/signup", ...headers }, body, status] of made) {
    test(`${what}: ${status}`, async ({ baseURL }) => {
      const sent = { Origin: baseURL ?? "", "Content-Length": String(body.length), ...headers };
      const heard = await send(portOf(baseURL), head(`POST ${page}`, sent), [body]);
      expect(heard.status, heard.text.slice(0, 300)).toBe(status);
      expect(heard.headers.get("content-type")).toBe("application/problem+json");
    });
  }

  test("a sound one gets through", async ({ baseURL }) => {
    const body = '[{"email":"nobody"}]';
    const sent = { Origin: baseURL ?? "", "Content-Length": String(body.length), ...own };
    const heard = await send(portOf(baseURL), head("POST /account/signup", sent), [body]);
    expect(heard.status).toBe(200);
    expect(heard.body).toContain("refused");
  });
});

test.describe("bodies that nobody wants to the end", () => {
  const path = "/api/v1/webhooks/marketplace/repayment";
  const json = { "Content-Type": "application/json", Connection: "keep-alive" };

  test("one that says how long it is, is refused at once and the connection closed", async ({ baseURL }) => {
    const heard = await send(portOf(baseURL), head(`POST ${path}`, { ...json, "Content-Length": "999999999" }), ["{"]);
    expectProblem(heard, 413, "BODY_TOO_LARGE");
    expect(heard.headers.get("connection")).toBe("close");
  });

  test("one without an end is refused when it is too long, and read no further", async ({ baseURL }) => {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const chunked = head(`POST ${path}`, { ...json, "Transfer-Encoding": "chunked" });
    const heard = await send(portOf(baseURL), chunked, Array<string>(400).fill(chunk));
    expectProblem(heard, 413, "BODY_TOO_LARGE");
    expect(heard.headers.get("connection")).toBe("close");
  });

  test("one that is a thousand times longer inside is refused", async ({ baseURL }) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const coded = { ...json, "Content-Encoding": "gzip", "Content-Length": String(bomb.length) };
    const heard = await send(portOf(baseURL), head(`POST ${path}`, coded), [bomb]);
    expectProblem(heard, 413, "BODY_TOO_LARGE");
    expect(heard.headers.get("connection")).toBe("close");
  });
});

test("a body may be compressed, and must be what it says it is", async ({ baseURL, marketplace }) => {
  const { secretKey } = marketplace;
  const body = {
    thirdPartyCustomerId: "zipped",
    businessName: "Zip",
    email: "zip@example.com",
    phoneNumber: "+2348012345678",
  };
  const ask = (raw: Buffer | string, headers: Record<string, string>) =>
    fetch(`${baseURL}${api}/merchants`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, ...headers },
      body: new Uint8Array(Buffer.from(raw)),
    });
  const zipped = { "content-type": "application/json", "content-encoding": "gzip" };
  expect((await ask(gzipSync(JSON.stringify(body)), zipped)).status).toBe(201);
  const form = await ask("a=b", { "content-type": "application/x-www-form-urlencoded" });
  expect([form.status, (await form.json()).code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
});
