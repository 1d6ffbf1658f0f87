import { describe, expect, test } from "vitest";
import { score } from "@/lib/sales/scoring/score";
import { violationSeverities } from "@/lib/terms/merchant-data/constants";
import { limits, records } from "@/test/factories/any-record";
import { merchantRecord, recordMoment } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { type Flags, withFlags } from "./account-flags";
import { limitsFor } from "./limits";

const nothing: Flags = { fraud: false, suspensions: 0, severity: null };
const record = merchantRecord({ behavioralRisk: { accountSuspensions: 2, policyViolationsSeverity: "MEDIUM" } });
const bare = merchantRecord({ behavioralRisk: undefined });

describe("a record with account flags", () => {
  test("that say nothing is the very same", () => {
    expect(withFlags(record, nothing)).toBe(record);
    expect(withFlags(bare, nothing)).toBe(bare);
  });

  test("has fraud set, suspensions added and the graver violation, and is otherwise as it was", () => {
    const flagged = withFlags(record, { fraud: true, suspensions: 3, severity: "HIGH" });
    expect(flagged).toEqual({
      ...record,
      behavioralRisk: {
        ...record.behavioralRisk,
        hasFraudFlags: true,
        accountSuspensions: 5,
        policyViolationsSeverity: "HIGH",
      },
    });
    expect(record.behavioralRisk).toMatchObject({ hasFraudFlags: false, accountSuspensions: 2 });
  });

  test.each([
    ["LOW", "MEDIUM", "MEDIUM"],
    ["CRITICAL", "MEDIUM", "CRITICAL"],
    ["HIGH", null, "HIGH"],
    ["LOW", null, "LOW"],
    ["MEDIUM", undefined, "MEDIUM"],
    ["LOW", undefined, undefined],
  ] as const)("reported %s, on record %s: %s", (severity, policyViolationsSeverity, graver) => {
    const given = merchantRecord({ behavioralRisk: { policyViolationsSeverity } });
    expect(withFlags(given, { ...nothing, severity }).behavioralRisk?.policyViolationsSeverity).toBe(graver);
  });

  test("gets the group when it has none, with no more in it than was reported", () => {
    expect(withFlags(bare, { ...nothing, fraud: true }).behavioralRisk).toEqual({ hasFraudFlags: true });
    expect(withFlags(bare, { ...nothing, suspensions: 1 }).behavioralRisk).toEqual({ accountSuspensions: 1 });
  });

  test("does not lose fraud that is on record", () => {
    const fraudulent = merchantRecord({ behavioralRisk: { hasFraudFlags: true } });
    expect(withFlags(fraudulent, { ...nothing, suspensions: 1 }).behavioralRisk?.hasFraudFlags).toBe(true);
  });
});

test("no report ever raises a score, its confidence or a cap", () => {
  const flags = fc.record({
    fraud: fc.boolean(),
    suspensions: fc.nat(5),
    severity: fc.constantFrom(null, ...violationSeverities),
  });
  fc.assert(
    fc.property(records, limits, flags, (sent, maxima, reported) => {
      const subject = { sent, asOf: recordMoment, limits: limitsFor(sent, maxima) };
      const before = score({ ...subject, record: sent });
      const after = score({ ...subject, record: withFlags(sent, reported) });
      expect(after.totalScore).toBeLessThanOrEqual(before.totalScore);
      expect(after.confidence).toBe(before.confidence);
      expect(after.maxLendingCap).toBeLessThanOrEqual(before.maxLendingCap);
    }),
  );
});
