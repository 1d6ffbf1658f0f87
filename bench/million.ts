import postgres from "postgres";
import { db, transaction } from "@/db/client";
import { type Question, questionsOf } from "@/test/scale/questions";
import { largeWorld } from "@/test/scale/world";
import { startChild } from "./child";
import { median, print } from "./compare";
import { fillWithoutIndexes } from "./large-marketplace";

/**
 * What the engines, the chores, the dashboard and the console ask of the database again and again, where a live marketplace has
 * 1,000,000 merchants beside one that has 10,000: each in a database and a process of its own, the same questions as those whose
 * plans are tested (test/scale).
 */
const sizes = { small: 10_000, large: Number(process.env.MERCHANTS ?? 1_000_000) };
/** How many times as long a question may take; by less than two milliseconds, it is the machine's noise. */
const goal = 1.3;
const noise = 2;
/** Pairs of a question: as many as fit into some seconds. */
const pairs = { most: 15, least: 3, seconds: 6 };

type Asked = { index: number };
type Told = { group: string; name: string }[] | { ms: number };

if (process.env.SIDE) await answer(Number(process.env.SIDE));
else await compareSides();

/** A side: fills its database, and then answers how long a question took, in a transaction that is rolled back. */
async function answer(merchants: number): Promise<void> {
  const world = await largeWorld(String(process.env.DATABASE_URL), merchants, fillWithoutIndexes);
  const questions = questionsOf(world);
  process.on("message", async ({ index }: Asked) => {
    const one = questions[index];
    if (one) process.send?.({ ms: await timeOf(one) } satisfies Told);
  });
  process.send?.(questions.map(({ group, name }) => ({ group, name })) satisfies Told);
}

class RolledBack extends Error {}

async function timeOf({ ask }: Question): Promise<number> {
  let ms = 0;
  await transaction(async () => {
    await db().execute("select 1");
    const since = performance.now();
    await ask();
    ms = performance.now() - since;
    throw new RolledBack();
  }).catch((error) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return ms;
}

async function compareSides(): Promise<void> {
  const small = await side(String(process.env.DATABASE_URL), sizes.small);
  const large = await side(await anotherDatabase(), sizes.large);
  const questions = small.hello;
  const time = async (of: typeof small, index: number) => (await of.ask<{ ms: number }>({ index } satisfies Asked)).ms;
  print([
    "",
    `million: ${sizes.large.toLocaleString("en")} merchants against ${sizes.small.toLocaleString("en")}; the goal is ${goal}`,
    "| what | asked | small, ms | large, ms | ratio |",
    "|---|---|---|---|---|",
  ]);
  let missed = 0;
  for (const [index, { group, name }] of questions.entries()) {
    for (const one of [small, large]) await time(one, index);
    const times: { small: number; large: number }[] = [];
    const until = performance.now() + pairs.seconds * 1_000;
    while (times.length < pairs.least || (times.length < pairs.most && performance.now() < until)) {
      times.push({ small: await time(small, index), large: await time(large, index) });
    }
    const ratio = median(times.map((one) => one.large / one.small));
    const [before, after] = [median(times.map((one) => one.small)), median(times.map((one) => one.large))];
    const isMissed = ratio > goal && after - before > noise;
    if (isMissed) missed += 1;
    const shown = [before.toFixed(1), after.toFixed(1), `${ratio.toFixed(2)}${isMissed ? " (missed)" : ""}`];
    print([`| ${group} | ${name} | ${shown.join(" | ")} |`]);
  }
  print(["", `${questions.length - missed} of ${questions.length} within the goal`]);
  for (const one of [small, large]) await one.stop();
}

function side(databaseUrl: string, merchants: number) {
  const script = process.argv[1]?.slice(process.cwd().length + 1) ?? "";
  return startChild<{ group: string; name: string }[]>(script, {
    env: { SIDE: String(merchants), DATABASE_URL: databaseUrl },
    nodeOptions: ["--enable-source-maps"],
  });
}

/** A second database beside this one, from the same template. */
async function anotherDatabase(): Promise<string> {
  const here = String(process.env.DATABASE_URL);
  const admin = postgres(here, { max: 1, onnotice: () => {} });
  await admin`create database bench_million_large template template_app strategy file_copy`;
  await admin.end();
  const url = new URL(here);
  url.pathname = "/bench_million_large";
  return url.href;
}
