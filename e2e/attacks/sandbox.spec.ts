import { request as send } from "node:http";
import { expect, test } from "@/e2e/fixtures";

/** The status of a request under any name, which `fetch` would not send. */
function ask(address: string, path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, method, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    request.once("error", reject).end();
  });
}

const paths = [
  "/api/sandbox/credentials",
  "/api/sandbox/merchants",
  "/api/sandbox",
  "/dev/mailbox",
  "/demo",
  "/sandbox/callback",
];

test("a page whose name has been pointed at this machine reads nothing of the sandbox (DNS rebinding)", async ({
  baseURL,
}) => {
  const address = baseURL ?? "";
  const { port } = new URL(address);
  const rebound = `rebound.example:${port}`;
  const tricks: Record<string, string>[] = [
    { host: rebound },
    { host: rebound, "x-forwarded-host": `localhost:${port}` },
    { host: `localhost:${port}`, "x-forwarded-host": rebound },
    { host: `localhost.rebound.example:${port}` },
    { host: "127.0.0.1.rebound.example" },
    { host: `rebound.example@localhost:${port}` },
  ];
  for (const headers of tricks) {
    for (const path of paths) expect(await ask(address, path, headers), `${path} ${JSON.stringify(headers)}`).toBe(404);
    expect(await ask(address, "/api/sandbox/receiver", headers, "POST")).toBe(404);
  }
});

test("under each name of this machine the sandbox answers", async ({ baseURL }) => {
  const address = baseURL ?? "";
  const { port } = new URL(address);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "shop.localhost"]) {
    expect(await ask(address, "/api/sandbox/credentials", { host }), host).toBe(200);
  }
});
