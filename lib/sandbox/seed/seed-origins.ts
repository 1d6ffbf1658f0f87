import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { demoOrigin } from "@/lib/kernel/demo-origin";
import type { RealTime } from "@/lib/kernel/time";
import { readDemoOrigin, storeDemoOrigin } from "@/lib/sandbox/test-helpers/state";
import { mostOrigins } from "@/lib/surfaces/journey/origins-schema";
import { readOrigins } from "@/lib/surfaces/journey/read-origins";
import { saveOrigins } from "@/lib/surfaces/journey/save-origins";

/** Their origin replaces that of an earlier start. Developers' stay; if they fill the list, it is not added. */
export async function seedOrigins(actor: Actor, realNow: RealTime): Promise<void> {
  await transaction(async () => {
    const origin = demoOrigin();
    const former = await readDemoOrigin();
    const { live, test } = await readOrigins(actor.tenant);
    const kept = test.filter((one) => one !== former || one === origin);
    const there = kept.includes(origin);
    const wanted = there ? kept : [...kept, origin].slice(0, mostOrigins);
    if (wanted.join() !== test.join()) await saveOrigins({ actor, input: { live, test: wanted }, realNow });
    await storeDemoOrigin(there && former !== origin ? null : origin);
  });
}
