import { and, asc, count, gt, isNotNull, isNull } from "drizzle-orm";
import pLimit from "p-limit";
import { db } from "@/db/client";
import { unlessLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { files } from "@/db/schema/files";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { leavePlace, type Place, requirePlace, storageIn } from "@/lib/platform/providers/storage";
import { copyDocument, type Moved, type Moving, removeOldCopy, type Way } from "./move-document";
import { hasBytes } from "./stored-bytes";

type Print = (line: string) => void;

/** @param call.to where documents go; the settings must say so already, so that new ones do */
export type Move = { to: Place; print: Print };

const pageOf = 100;
/** Documents in hand at once: the service wants the store, too. */
const atOnce = 4;
/** So many failures without a success between them: the store is away, and the rest would fail alike. */
const mostInARow = 10;

const names: Record<Place, string> = { disk: "on the disk", s3: "in the object store" };

/** The settings do not allow what was asked for: shown as it is. */
class WrongSettings extends Error {
  override readonly name = "SettingsError";
}

/**
 * Copies all documents from one place to the other while the service serves. It may be ended at any moment and run again:
 * what is there already, whole, is passed over.
 * @returns whether all are there
 */
export function moveDocuments({ to, print }: Move): Promise<boolean> {
  return alone(async () => {
    const way = await wayTo(to);
    const counts = await each((file) => copyDocument(file, way), { print, what: "copied" });
    report(counts, { to, print });
    const done = await isDone(counts, print);
    if (done) print("The former copies are still there. With --remove-old they go.");
    return done;
  });
}

/**
 * Removes what has been moved from its former place, each document only after its copy was read to the end again. When none is
 * left there, the place need not be there any more.
 * @returns whether none is left there
 */
export function removeOldDocuments({ to, print }: Move): Promise<boolean> {
  return alone(async () => {
    const way = await wayTo(to);
    const counts = await each((file) => removeOldCopy(file, way), { print, what: "there" });
    report(counts, { to, print });
    if (counts.missing > 0) print("What is not there was not removed from its former place.");
    const done = await isDone(counts, print);
    if (done) await leavePlace(otherThan(to));
    return done;
  });
}

/** Says where documents are, and changes nothing. @returns whether all are at the place they are to go to */
export async function checkDocuments({ to, print }: Move): Promise<boolean> {
  const way = await wayTo(to);
  let old = 0;
  const counts = await each(
    async (file) => {
      const [there, here] = await Promise.all([hasBytes(file, way.to), hasBytes(file, way.from)]);
      if (here) old += 1;
      return there ? "there" : "missing";
    },
    { print },
  );
  report(counts, { to, print });
  print(`Copies at the former place: ${old}.`);
  return isDone(counts, print);
}

/** Two at once would take each other's half-done copies for broken ones. @throws SettingsError while another process is at it */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const done = await unlessLocked(locks.documents, async () => ({ of: await work() }));
  if (!done) throw new WrongSettings("Documents are being moved already. Wait until that has ended.");
  return done.of;
}

/** Both must be those of this database: the wrong disk would take all, and be found by nobody. @throws SettingsError */
async function wayTo(to: Place): Promise<Way> {
  const { documentsIn, objectStore } = env();
  if (!objectStore) throw new WrongSettings("S3_ENDPOINT, S3_BUCKET and their key must be set.");
  if (documentsIn !== to) {
    const how = `Start every process of the service with DOCUMENTS_IN=${to} first, and run this with the same settings`;
    throw new WrongSettings(`New documents go to the other place: DOCUMENTS_IN is ${documentsIn}. ${how}.`);
  }
  const from = otherThan(to);
  try {
    await requirePlace(to, "used");
    await requirePlace(from, "if used");
  } catch (error) {
    throw new WrongSettings(`${reasonOf(error)}.`);
  }
  return { to: storageIn(to, "used"), from: storageIn(from, "if used") };
}

const otherThan = (place: Place): Place => (place === "s3" ? "disk" : "s3");

type Counts = Record<Moved | "failed", number>;

/** Every encrypted document, by its id. Stops when nothing succeeds any more. */
async function each(
  act: (file: Moving) => Promise<Moved>,
  { print, what }: { print: Print; what?: Moved },
): Promise<Counts> {
  const counts: Counts = { copied: 0, there: 0, gone: 0, missing: 0, broken: 0, failed: 0 };
  const limit = pLimit(atOnce);
  const said = new Set<string>();
  let inARow = 0;
  const one = async (file: Moving) => {
    if (inARow >= mostInARow) return;
    try {
      const moved = await act(file);
      counts[moved] += 1;
      inARow = 0;
      if (moved === "broken") print(`The document ${file.id} is not what was stored, and stays where it is.`);
    } catch (error) {
      const reason = reasonOf(error);
      counts.failed += 1;
      inARow += 1;
      if (!said.has(reason)) print(`A document could not be moved: ${reason}`);
      said.add(reason);
    }
  };
  for (let after = ""; inARow < mostInARow; ) {
    const page = await readPage(after);
    await Promise.all(page.map((file) => limit(one, file)));
    after = page.at(-1)?.id ?? "";
    if (what && page.length > 0) print(`up to ${after}: ${counts[what]} ${what}`);
    if (page.length < pageOf) break;
  }
  if (inARow >= mostInARow) print("Nothing succeeds any more: stopped. Run it again to go on.");
  return counts;
}

async function readPage(after: string): Promise<Moving[]> {
  const { id, fileSize, sha256, storageName, dataKey } = files;
  const rows = await db()
    .select({ id, fileSize, sha256, storageName, dataKey })
    .from(files)
    .where(and(isNotNull(storageName), isNotNull(dataKey), gt(id, after)))
    .orderBy(asc(id))
    .limit(pageOf);
  return rows.flatMap((row) => (row.storageName === null ? [] : [{ ...row, storageName: row.storageName }]));
}

function report({ copied, there, missing, broken, failed }: Counts, { to, print }: Move): void {
  print(`Documents ${names[to]}: ${copied + there}${copied > 0 ? `, ${copied} of them copied now` : ""}.`);
  if (missing > 0) print(`Not there: ${missing}.`);
  if (broken > 0) print(`Not what was stored: ${broken}.`);
  if (failed > 0) print(`Failed: ${failed}. Run it again.`);
}

/** What a former version stored in plain text goes nowhere before it is encrypted. */
async function isDone({ missing, broken, failed }: Counts, print: Print): Promise<boolean> {
  const plain = and(isNotNull(files.storageName), isNull(files.dataKey));
  const [row] = await db().select({ count: count() }).from(files).where(plain);
  const waiting = row?.count ?? 0;
  if (waiting > 0) print(`Not encrypted yet: ${waiting}. The service encrypts them as it runs; run this again then.`);
  return missing + broken + failed + waiting === 0;
}

function reasonOf(error: unknown): string {
  if (error instanceof CodedError) return error.outside ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
