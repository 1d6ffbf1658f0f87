import type { Label } from "@/lib/terms/label";

/** What a reviewer must not pass over, the gravest first (docs/kyc.md#risk). */
export const findings = {
  UNDER_AGE: { risk: 3, label: "under age" },
  REGISTER_DIFFERS: { risk: 3, label: "a register says otherwise" },
  SHARED_IDENTITY: { risk: 2, label: "identity of another merchant" },
  IMPLAUSIBLE_NUMBER: { risk: 2, label: "implausible number" },
  LARGE_AMOUNT: { risk: 2, label: "large amount" },
  NOT_CHECKED: { risk: 1, label: "not checked" },
  CHANGED_FIELDS: { risk: 1, label: "changed by the merchant" },
} as const;
export type Finding = keyof typeof findings;

/** 0: nothing found; 3: what is grave. */
export type Risk = 0 | 1 | 2 | 3;

export const riskLabels: Record<Risk, Label> = {
  0: { label: "None", tone: "good" },
  1: { label: "Low", tone: "neutral" },
  2: { label: "Medium", tone: "warning" },
  3: { label: "High", tone: "bad" },
};

/** As urgent as a record is in which nothing was found. */
export const leastUrgent = 3;

/** That of the gravest finding. */
export function riskOf(found: readonly Finding[]): Risk {
  const risks: readonly Risk[] = [3, 2, 1];
  return risks.find((risk) => found.some((one) => findings[one].risk === risk)) ?? 0;
}
