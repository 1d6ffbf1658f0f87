import { sql } from "drizzle-orm";
import { z } from "zod";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import { decrypt } from "@/lib/kernel/crypto";
import type { Purpose } from "@/lib/kernel/encrypted-columns";
import type { Kobo } from "@/lib/kernel/money";
import { type StoryKind, storyKinds } from "@/lib/terms/console/story";
import { namesOfActors } from "./actors";
import { storySources } from "./story-sources";

export type StoryEntry = {
  /** Unique in the story. */
  key: string;
  kind: StoryKind;
  at: Date;
  what: string;
  amount: Kobo | null;
  /** Who did it, in words; null where nobody is known. */
  who: string | null;
  said: string | null;
  about: string | null;
  more: Readonly<Record<string, unknown>>;
};

const storyRow = z.strictObject({
  kind: z.enum(storyKinds),
  at: timestamp,
  key: z.string(),
  what: z.string(),
  amount: koboValue.nullable(),
  who: z.string().nullable(),
  said: z.string().nullable(),
  sealed: z.string().nullable(),
  about: z.string().nullable(),
  more: z.record(z.string(), z.unknown()).nullable(),
});

/** Where a page ends: the entry that the next one follows. */
export type StoryCut = { at: string; key: string };

/**
 * Everything that is known of a loan in one line of time, the newest first: one statement, in which each kind reads no more
 * than a page by an index on the loan. What people decided has the real clock's time; in test, where clocks are moved, it
 * may stand before what it followed.
 * @param loanId of a loan that whoever asks may see
 */
export async function readStory(
  loanId: string,
  query: { kind?: StoryKind | undefined; after?: StoryCut | undefined; limit: number },
): Promise<{ entries: StoryEntry[]; next: StoryCut | null }> {
  const { kind, after, limit } = query;
  const parts = (kind ? [kind] : storyKinds).flatMap((name) =>
    storySources[name].map((source) => page(name, source(loanId), after, limit + 1)),
  );
  const all = sql.join(parts, sql` union all `);
  const rows = await rowsOf(storyRow)`
    select * from (${all}) story order by story.at desc, story.key collate "C" desc limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const named = await namesOfActors(shown.flatMap(({ who, more }) => [who, decidedBy(more)]));
  const entries = shown.map(({ sealed, who, said, more, at, ...row }): StoryEntry => {
    const words = sealed === null ? said : decrypt(purposeOf(row.kind, row.what), sealed);
    const facts = { ...more, ...(decidedBy(more) !== null && { decidedBy: named(decidedBy(more)) }) };
    return { ...row, at: new Date(at), who: who === null ? null : named(who), said: words, more: facts };
  });
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { entries, next: last ? { at: new Date(last.at).toISOString(), key: last.key } : null };
}

function page(
  kind: StoryKind,
  source: ReturnType<(typeof storySources)[StoryKind][number]>,
  after: StoryCut | undefined,
  limit: number,
) {
  const named = sql`select ${kind} as kind, date_trunc('milliseconds', s.at) as at, ${`${kind} `} || s.key as key,
    s.what, s.amount, s.who, s.said, s.sealed, s.about, s.more from (${source}) s`;
  const cut = after
    ? sql`where (p.at, p.key collate "C") < (${after.at}::timestamptz, ${after.key}::text collate "C")`
    : sql``;
  return sql`(select * from (${named}) p ${cut} order by p.at desc, p.key collate "C" desc limit ${limit})`;
}

function purposeOf(kind: StoryKind, what: string): Purpose {
  if (kind === "CONTACT") return "loan_contacts.words";
  return what === "ANSWERED" ? "complaints.answer" : "complaints.words";
}

function decidedBy(more: Readonly<Record<string, unknown>> | null): string | null {
  return typeof more?.decidedBy === "string" ? more.decidedBy : null;
}
