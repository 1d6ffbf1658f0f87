import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { hasFindings } from "@/lib/loans/ledger/findings";
import { certificateTroubles } from "@/lib/platform/egress/watch-certificates";
import { textState } from "@/lib/platform/providers/sms";
import { hasStuckWork } from "@/lib/platform/work-failures/queries";
import { attempt } from "./attempt";
import { clockApart, clockBounds } from "./clock-apart";
import { logRecovery, logTrouble } from "./log-trouble";
import type { Health } from "./schema";
import { tryStorage } from "./try-storage";
import { mailState } from "./watch-mail";

/** One part of the service. `detail` is for an operator. */
export type Check = Health["checks"][number];

/** How the process that makes pages is; to come, while they are being built. */
export type Pages = "there" | "away" | "to come";

/** What is known of the mail server; asking it is for `watchMail`. */
const mailDetails = {
  none: "kept in the mailbox",
  unknown: "not checked yet",
  ok: "accepts our sign-in",
  failed: "the server cannot be reached, or does not accept our sign-in",
  uncertified: "the server's certificate is not accepted: it has expired, or is for another host",
};

/**
 * @param jobs returns what is wrong with the background work, or null.
 * @param pagesAre how the process that makes pages is.
 */
export async function checkHealth(
  jobs: () => Promise<string | null>,
  pagesAre: () => Pages = () => "there",
): Promise<Check[]> {
  return Promise.all([
    attempt("database", "answers", () => db().execute(sql`select 1`)),
    checkJobs(jobs),
    attempt("storage", "is ours and gives back what is written", tryStorage),
    checkMail(),
    checkTexts(),
    checkLedger(),
    checkPages(pagesAre()),
    checkClock(),
    checkProviders(),
  ]);
}

/** Anybody may ask: whose work is stuck is for operators to see. */
async function checkJobs(jobs: () => Promise<string | null>): Promise<Check> {
  let problem: string | null = null;
  let stuck = false;
  const checked = await attempt("jobs", "running", async () => {
    problem = await jobs();
    stuck = await hasStuckWork();
  });
  if (problem) {
    logTrouble("jobs", "health check failed", problem);
    return { ...checked, status: "down", detail: problem };
  }
  if (checked.status === "ok") logRecovery("jobs", "health check passes again");
  return stuck ? { ...checked, status: "degraded", detail: "work is stuck; operators see which" } : checked;
}

/** What cannot be sent is kept and tried again; everything else goes on. */
function checkMail(): Check {
  const state = mailState();
  const wrong = state === "failed" || state === "uncertified";
  return { name: "mail", status: wrong ? "degraded" : "ok", detail: mailDetails[state] };
}

/** Without them nobody proves a phone number; everything else goes on. */
function checkTexts(): Check {
  const state = textState();
  if (state === "failed") return { name: "sms", status: "degraded", detail: "the gateway takes no messages" };
  return { name: "sms", status: "ok", detail: state === "none" ? "no gateway" : "takes messages" };
}

/** Programs notice nothing of it. */
function checkPages(are: Pages): Check {
  if (are === "there") return { name: "pages", status: "ok", detail: "are made" };
  const detail = are === "away" ? "the process that makes them is started again" : "are being built";
  return { name: "pages", status: "degraded", detail };
}

/** Anybody may ask: whose books are wrong is for operators to see. */
async function checkLedger(): Promise<Check> {
  let wrong = false;
  const checked = await attempt("ledger", "no books are known to be wrong", async () => {
    wrong = await hasFindings();
  });
  return wrong ? { ...checked, status: "degraded", detail: "books are wrong; operators see which" } : checked;
}

/** By its own clock each process judges whether another still has a row, and when work is due. */
async function checkClock(): Promise<Check> {
  let apart = 0;
  const checked = await attempt("clock", "agrees with the database's", async () => {
    apart = await clockApart();
  });
  if (checked.status === "down") return { ...checked, status: "degraded", detail: "could not be compared" };
  if (apart <= clockBounds.degraded) return checked;
  const detail = `is ${Math.round(apart / second)} seconds apart from the database's: set both by NTP`;
  logTrouble("clock", "the clock of this machine is wrong, or the database's", detail);
  return { ...checked, status: apart > clockBounds.down ? "down" : "degraded", detail };
}

/** What they are needed for waits, and is tried again. Anybody may ask: who they are is for the log. */
function checkProviders(): Check {
  const [first, ...more] = certificateTroubles(now());
  if (first === undefined) {
    logRecovery("providers", "the certificates of all providers are accepted");
    return { name: "providers", status: "ok", detail: "show certificates that are accepted" };
  }
  const wrong = "a provider's certificate is not accepted, or soon will not be";
  logTrouble("providers", wrong, [first, ...more].join("; "));
  return { name: "providers", status: "degraded", detail: `${wrong}; the log says whose` };
}
