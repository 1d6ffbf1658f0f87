import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { second } from "@/lib/kernel/calendar";
import { hasFindings } from "@/lib/loans/ledger/findings";
import { textState } from "@/lib/platform/providers/sms";
import { hasStuckWork } from "@/lib/platform/work-failures/queries";
import { logRecovery, logTrouble } from "./log-trouble";
import type { Health } from "./schema";
import { tryStorage } from "./try-storage";
import { mailState } from "./watch-mail";

/** One part of the service. `detail` is for an operator. */
export type Check = Health["checks"][number];

/** How the process that makes pages is; to come, while they are being built. */
export type Pages = "there" | "away" | "to come";

const patience = 3 * second;

/** What is known of the mail server; asking it is for `watchMail`. */
const mailDetails = {
  none: "kept in the mailbox",
  unknown: "not checked yet",
  ok: "accepts our sign-in",
  failed: "the server cannot be reached, or does not accept our sign-in",
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
    check("database", "answers", () => db().execute(sql`select 1`)),
    checkJobs(jobs),
    check("storage", "gives back what is written", tryStorage),
    checkMail(),
    checkTexts(),
    checkLedger(),
    checkPages(pagesAre()),
  ]);
}

/** Anybody may ask: whose work is stuck is for operators to see. */
async function checkJobs(jobs: () => Promise<string | null>): Promise<Check> {
  let problem: string | null = null;
  let stuck = false;
  const checked = await check("jobs", "running", async () => {
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
  return { name: "mail", status: state === "failed" ? "degraded" : "ok", detail: mailDetails[state] };
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
  const checked = await check("ledger", "no books are known to be wrong", async () => {
    wrong = await hasFindings();
  });
  return wrong ? { ...checked, status: "degraded", detail: "books are wrong; operators see which" } : checked;
}

async function check(name: Check["name"], well: string, attempt: () => PromiseLike<unknown>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${patience / second} s`)), patience);
    });
    await Promise.race([attempt(), timeout]);
    if (name !== "jobs") logRecovery(name, "health check passes again");
    return { name, status: "ok", detail: well };
  } catch (error) {
    logTrouble(name, "health check failed", error);
    return { name, status: "down", detail: "not reachable" };
  } finally {
    clearTimeout(timer);
  }
}
