import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { accountFlagEvents } from "@/db/schema/data-events";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { flagsInEffect } from "./flags-in-effect";

useDatabase();

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

const submittedAt = instant("2026-03-01T12:00:00Z");
const both = (moment: Date) => ({ suspensions: moment, violations: moment });
const at = (hours: number) => later(submittedAt, hours * hour);

type Flag = (typeof accountFlagEvents.$inferSelect)["flag"];
type Given = [flag: Flag, occurred: number, received: number, severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"];

/** A merchant with flags: hours before or after its record. */
async function flagged(...flags: Given[]): Promise<string> {
  const { merchantId } = await anyMerchant(tenant);
  for (const [flag, occurred, received, severity] of flags) {
    const id = newId("accountFlag");
    await db()
      .insert(accountFlagEvents)
      .values({
        id,
        ...ownedBy(tenant),
        eventId: id,
        merchantId,
        fingerprint: "none",
        occurredAt: at(occurred),
        receivedAt: at(received),
        flag,
        severity,
      });
  }
  return merchantId;
}

const nothing = { fraud: false, suspensions: 0, severity: null };

describe("flags in effect", () => {
  const cases: [string, Given[], object | null][] = [
    ["none", [], null],
    [
      "only what is over",
      [
        ["FRAUD", -9, -9],
        ["CLEARED", -8, -8],
        ["SUSPENDED", -5, -5],
      ],
      null,
    ],
    ["fraud before the record", [["FRAUD", -9, -9]], { ...nothing, fraud: true }],
    [
      "fraud cleared before it occurred",
      [
        ["FRAUD", -9, -9],
        ["CLEARED", -10, 5],
      ],
      { ...nothing, fraud: true },
    ],
    [
      "fraud cleared at that moment",
      [
        ["FRAUD", -9, -9],
        ["CLEARED", -9, 5],
      ],
      { ...nothing, fraud: true },
    ],
    [
      "fraud cleared later",
      [
        ["CLEARED", -8, -9],
        ["FRAUD", -9, -8],
      ],
      null,
    ],
    [
      "fraud, then reinstated, which says nothing of it",
      [
        ["FRAUD", 1, 1],
        ["SUSPENDED", 1, 1],
        ["REINSTATED", 2, 2],
      ],
      { ...nothing, fraud: true, suspensions: 1 },
    ],
    [
      "fraud reported again",
      [
        ["FRAUD", 1, 1],
        ["CLEARED", 2, 2],
        ["FRAUD", 3, 3],
      ],
      { ...nothing, fraud: true },
    ],
    ["suspended before, received after", [["SUSPENDED", -5, 1]], { ...nothing, suspensions: 1 }],
    ["received with the record", [["SUSPENDED", 0, 0]], null],
    [
      "suspended twice and reinstated",
      [
        ["SUSPENDED", 1, 1],
        ["REINSTATED", 2, 2],
        ["SUSPENDED", 3, 3],
      ],
      { ...nothing, suspensions: 2 },
    ],
    [
      "the gravest violation",
      [
        ["POLICY_VIOLATION", 1, 1, "MEDIUM"],
        ["POLICY_VIOLATION", 2, 2, "HIGH"],
        ["POLICY_VIOLATION", 3, 3, "LOW"],
      ],
      { ...nothing, severity: "HIGH" },
    ],
    [
      "violations cleared, and one after that",
      [
        ["POLICY_VIOLATION", 1, 5, "CRITICAL"],
        ["SUSPENDED", 1, 1],
        ["CLEARED", 2, 2],
        ["POLICY_VIOLATION", 3, 3, "MEDIUM"],
      ],
      { ...nothing, suspensions: 1, severity: "MEDIUM" },
    ],
    [
      "a violation cleared at that moment",
      [
        ["POLICY_VIOLATION", 2, 2, "HIGH"],
        ["CLEARED", 2, 2],
      ],
      { ...nothing, severity: "HIGH" },
    ],
    ["a violation before the record", [["POLICY_VIOLATION", -1, -1, "CRITICAL"]], null],
    ["a violation of no severity", [["POLICY_VIOLATION", 1, 1]], { ...nothing, severity: "LOW" }],
    [
      "severities of what is no violation",
      [
        ["SUSPENDED", 1, 1, "HIGH"],
        ["FRAUD", 1, 1, "CRITICAL"],
        ["CLEARED", 2, 2, "HIGH"],
      ],
      { ...nothing, suspensions: 1 },
    ],
  ];
  test.each(cases)("%s", async (_, flags, expected) => {
    const merchantId = await flagged(...flags);
    expect(await flagsInEffect([{ merchantId, submittedAt, conductAsOf: both(submittedAt) }])).toEqual([expected]);
  });

  test("of many at once come in the order asked for, each by its own record, one merchant as often as it is named", async () => {
    const clean = await flagged();
    const suspended = await flagged(["SUSPENDED", 1, 1]);
    const fraudulent = await flagged(["FRAUD", 1, 1]);
    const asked = [
      { merchantId: fraudulent, submittedAt: at(5) },
      { merchantId: clean, submittedAt },
      { merchantId: suspended, submittedAt },
      { merchantId: suspended, submittedAt: at(5) },
      { merchantId: "mer_00000000000000000000000000", submittedAt },
    ];
    const fraud = { ...nothing, fraud: true };
    expect(await flagsInEffect(asked.map((one) => ({ ...one, conductAsOf: both(one.submittedAt) })))).toEqual([
      fraud,
      null,
      { ...nothing, suspensions: 1 },
      null,
      null,
    ]);
    expect(await flagsInEffect([])).toEqual([]);
  });
});
