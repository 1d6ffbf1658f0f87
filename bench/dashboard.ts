import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import postgres from "postgres";
import { startChild } from "./child";
import { median, print } from "./compare";
import { fillMarketplace } from "./large-marketplace";
import { type Product, startProduct } from "./product";
import { signInStaff } from "./sign-in";

/**
 * Pages of the dashboard over HTTP: what the server takes for each where the marketplace has 1,000,000 rows in every
 * table beside one that has 10,000, each in a database and under a server of its own; and how much JavaScript a page
 * loads beside a bare page of Next.
 */
const sizes = { small: 10_000, large: 1_000_000 };
const pairs = 15;

/** Below `/dashboard/test`: the overview, and each list by itself, searched, and with each of its filters. */
const pages = [
  "",
  "?range=12m",
  "/merchants",
  "/merchants?q=lagoon",
  `/merchants?q=${oneCustomer()}`,
  "/merchants?connection=SUSPENDED",
  "/merchants?kyc=SUBMITTED",
  "/merchants?tier=D",
  "/merchants?loans=DEFAULTED",
  "/funding-requests",
  "/funding-requests?q=lagoon",
  "/funding-requests?q=4711",
  "/funding-requests?status=PENDING",
  "/funding-requests?reason=ABOVE_LENDING_CAP",
  "/loans",
  "/loans?q=lagoon",
  "/loans?q=4711",
  "/loans?q=lagoon&status=DEFAULTED",
  "/loans?status=DEFAULTED",
  "/loans?arrears=31-60",
  "/settlements",
  "/settlements?q=lagoon",
  "/settlements?status=BROKEN",
  "/breaks",
  "/breaks?q=lagoon",
  "/breaks?type=AMOUNT",
  "/search?q=lagoon",
  "/developers/deliveries",
  "/developers/deliveries?status=FAILED",
  "/developers/deliveries?event=kyc.approved",
  "/developers/requests",
  "/developers/requests?outcome=failed",
  "/developers/requests?operation=getMerchant",
];

const here = String(process.env.DATABASE_URL);
const elsewhere = await anotherDatabase();
const small = await openDashboard(await startProduct(), here, sizes.small);
const large = await openDashboard(
  await startProduct({
    DATABASE_URL: elsewhere,
    PORT: String(process.env.OTHER_PORT),
    DATA_DIR: `${process.env.DATA_DIR}-large`,
  }),
  elsewhere,
  sizes.large,
);
const bare = await startChild("bench/bare-server.mjs");

print([
  "",
  `dashboard: the server's time for a page, ${sizes.large.toLocaleString("en")} rows against ${sizes.small.toLocaleString("en")}`,
]);
for (const page of pages) {
  await large.load(page);
  await small.load(page);
  const times: { small: number; large: number }[] = [];
  for (let i = 0; i < pairs; i++) times.push({ small: await small.load(page), large: await large.load(page) });
  const ratio = median(times.map((pair) => pair.large / pair.small));
  const ms = (side: "small" | "large") =>
    median(times.map((pair) => pair[side]))
      .toFixed(0)
      .padStart(5);
  print([`  ${ratio.toFixed(2)}  ${ms("large")} ms, ${ms("small")} ms  ${page || "/"}`]);
}

const floor = await scriptsOf(`http://127.0.0.1:${process.env.BARE_PORT}`, "/", {});
print(["", `dashboard: JavaScript of the first load, compressed, against ${kilobytes(floor)} of a bare page of Next`]);
for (const page of pages.filter((one) => !one.includes("?"))) {
  const size = await scriptsOf(small.address, `/dashboard/test${page}`, small.headers);
  print([`  ${(size / floor).toFixed(2)}  ${kilobytes(size)}  ${page || "/"}`]);
}

await bare.stop();
await small.stop();
await large.stop();

/** A second database beside this one, from the same template. */
async function anotherDatabase(): Promise<string> {
  const admin = postgres(here, { max: 1, onnotice: () => {} });
  await admin`create database bench_dashboard_large template template_app strategy file_copy`;
  await admin.end();
  const url = new URL(here);
  url.pathname = "/bench_dashboard_large";
  return url.href;
}

/** A marketplace of so many rows, and somebody of its staff who looks at pages. */
async function openDashboard(product: Product, databaseUrl: string, count: number) {
  const { address, marketplaceId } = product;
  await fillMarketplace(databaseUrl, marketplaceId, count);
  const headers = await signInStaff(address, databaseUrl, marketplaceId);
  const load = async (page: string) => {
    const started = performance.now();
    const answer = await fetch(`${address}/dashboard/test${page}`, { headers, redirect: "manual" });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`);
    return performance.now() - started;
  };
  return { address, headers, load, stop: product.stop };
}

/** What one merchant of each marketplace is searched by, so that there is one row to show in both. */
function oneCustomer(): string {
  return `customer-${createHash("md5").update("4711").digest("hex").slice(0, 12)}`;
}

/** The scripts that a page names, in its tags and in what React reads, compressed, in bytes. */
async function scriptsOf(address: string, path: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(address + path, { headers, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  const named = (await answer.text()).match(/\/_next\/static\/[\w./~%-]+\.js/g) ?? [];
  const sizes = await Promise.all(
    [...new Set(named)].map(async (src) => {
      const script = await fetch(address + src);
      return gzipSync(Buffer.from(await script.arrayBuffer())).length;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`.padStart(6);
}
