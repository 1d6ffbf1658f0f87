import { createHmac, timingSafeEqual } from "node:crypto";
import postgres from "postgres";

export const dynamic = "force-dynamic";

const { DATABASE_URL = "", BARE_SECRET = "" } = process.env;
const sql = postgres(DATABASE_URL, { max: 16, onnotice: () => {} });

/**
 * The floor of the repayment bench: the signature verified over the raw body, and one row inserted.
 * @param {Request} request
 */
export async function POST(request) {
  const body = Buffer.from(await request.arrayBuffer());
  const timestamp = request.headers.get("x-marketplace-timestamp");
  const expected = createHmac("sha256", BARE_SECRET).update(`${timestamp}.`).update(body).digest();
  const signature = request.headers.get("x-marketplace-signature") ?? "";
  const given = Buffer.from(signature.slice("sha256=".length), "hex");
  if (!timingSafeEqual(expected, given)) return new Response(null, { status: 401 });
  const event = JSON.parse(body.toString());
  await sql`insert into bare_repayments (event_id, loan_id, amount, body, received_at)
    values (${event.event_id}, ${event.loan.service_id}, ${Math.round(event.deduction.amount * 100)}, ${body.toString()}, now())`;
  return Response.json({ status: "received", event_id: event.event_id });
}
