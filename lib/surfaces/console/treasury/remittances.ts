import { and, desc, eq, inArray, isNull, or } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { lenders } from "@/db/schema/lenders";
import { marketplaces } from "@/db/schema/marketplaces";
import { remittanceBreaks, remittanceReceipts, remitters } from "@/db/schema/remittances";
import { notFound } from "@/lib/kernel/errors";
import { type BusinessTime, businessTime } from "@/lib/kernel/time";
import { completeRemittances } from "@/lib/lending/remittances/list-remittances";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { remitterAt } from "./in-environment";
import { nameHas } from "./of-loans";

type In = Pick<ConsoleScope, "environment">;

/** What marketplaces owe lenders in an environment, and what has come: the newest pair first. */
export async function listRemittancesAt(
  { environment }: In,
  { q, ...page }: Page & { q?: string | undefined },
  now: BusinessTime,
) {
  const found = await db()
    .select({ remitter: remitters, marketplace: marketplaces.name })
    .from(remitters)
    .innerJoin(marketplaces, eq(marketplaces.id, remitters.marketplaceId))
    .innerJoin(lenders, eq(lenders.id, remitters.lenderId))
    .where(
      and(
        ...[eq(remitters.environment, environment), onPage(remitters.id, page)],
        q === undefined ? undefined : or(nameHas(marketplaces.name, q), nameHas(lenders.name, q)),
      ),
    )
    .orderBy(pageOrder(remitters.id, page))
    .limit(pageRows(page));
  const { rows, hasMore } = pageOf(found, page);
  const answers = await completeRemittances(
    rows.map(({ remitter }) => remitter),
    now,
  );
  return { rows: answers.map((answer, i) => ({ ...answer, marketplace: rows[i]?.marketplace ?? "" })), hasMore };
}

/** How many receipts are shown, the newest. */
const shownReceipts = 50;

/** One of them, with what came of late, and the breaks about it that are open. */
export async function readRemittanceAt({ environment, realNow }: ConsoleScope, remitterId: string) {
  const remitter = await remitterAt(environment, remitterId);
  const [answer] = await completeRemittances([remitter], businessTime(realNow, 0));
  const [marketplace] = await db()
    .select({ name: marketplaces.name })
    .from(marketplaces)
    .where(eq(marketplaces.id, remitter.marketplaceId));
  if (!answer || !marketplace) throw notFound("remittance");
  const { id, amount, receivedOn, source, bankReference, recordedAt } = remittanceReceipts;
  const receipts = await db()
    .select({ id, amount, receivedOn, source, bankReference, recordedAt })
    .from(remittanceReceipts)
    .where(eq(remittanceReceipts.remitterId, remitterId))
    .orderBy(desc(id))
    .limit(shownReceipts);
  const breaks = await openBreaks(eq(remittanceBreaks.remitterId, remitterId));
  return { ...answer, marketplace: marketplace.name, receipts, breaks };
}

/** How many open breaks are shown, the newest. */
const shownBreaks = 100;

/** Money that came to an environment's lenders, and of which nobody knows what for: of no marketplace. */
export async function listUnknownReceipts({ environment }: In) {
  const ids = db().select({ id: lenders.id }).from(lenders).where(eq(lenders.environment, environment));
  return openBreaks(and(isNull(remittanceBreaks.remitterId), inArray(remittanceBreaks.lenderId, ids)));
}

function openBreaks(wanted: ReturnType<typeof and>) {
  const { id, type, subject, expected, actual, detectedAt } = remittanceBreaks;
  return db()
    .select({ id, type, subject, expected, actual, detectedAt, lender: lenders.name })
    .from(remittanceBreaks)
    .innerJoin(lenders, eq(lenders.id, remittanceBreaks.lenderId))
    .where(and(wanted, isNull(remittanceBreaks.closedAt)))
    .orderBy(desc(id))
    .limit(shownBreaks);
}
