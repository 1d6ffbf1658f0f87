import { readFileSync } from "node:fs";

export const dynamic = "force-dynamic";

/** @typedef {{ body: string, headers: Record<string, string> }} Answer */

/** @type {Answer[]} */
let answers = [];
let next = 0;

/** The floor of the reading benches: the bytes and headers that the product answered with, in turn, and nothing done for them. */
export function GET() {
  if (answers.length === 0) answers = JSON.parse(readFileSync(process.env.BARE_ANSWERS ?? "", "utf8"));
  const { body, headers } = /** @type {Answer} */ (answers[next++ % answers.length]);
  return new Response(body, { headers });
}
