import { readFileSync } from "node:fs";

export const dynamic = "force-dynamic";

let answer;

/** The floor of the status bench: the bytes and headers that the product answered with, and nothing done for them. */
export function GET() {
  answer ??= JSON.parse(readFileSync(process.env.BARE_ANSWER, "utf8"));
  return new Response(answer.body, { headers: answer.headers });
}
