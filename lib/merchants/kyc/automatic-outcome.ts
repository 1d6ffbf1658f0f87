import { dateOf } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { adultAge, isAdult, sandboxLastNames } from "@/lib/terms/kyc/constants";
import type { BusinessInfo, Outcome, Requirement } from "@/lib/terms/kyc/schema";
import { implausibleNumbers } from "./plausible-numbers";

type Director = { id: string; firstName: string; lastName: string; dateOfBirth: string };

/** docs/sandbox.md#magic-values and docs/kyc.md#review. The gravest finding wins; without one, approval. */
export function automaticOutcome(
  record: { directors: readonly Director[]; businessInfo: BusinessInfo | null },
  now: BusinessTime,
): Outcome {
  const { directors, businessInfo } = record;
  const rejected = directors.find(({ lastName }) => lastName === sandboxLastNames.reject);
  if (rejected) return { status: "REJECTED", reason: `Director ${nameOf(rejected)} could not be accepted.` };

  const requirements = directors.flatMap((director) => requirementsOf(director, dateOf(now)));
  if (requirements.length > 0) return { status: "REQUIRES_UPDATE", requirements };

  const manual = directors.some(({ lastName }) => lastName === sandboxLastNames.manual);
  const odd = businessInfo !== null && implausibleNumbers(businessInfo).length > 0;
  return { status: manual || odd ? "IN_REVIEW" : "APPROVED" };
}

function requirementsOf(director: Director, today: string): Requirement[] {
  const about = { step: "directors", item: director.id, resolved: false } as const;
  const found: Requirement[] = [];
  if (director.lastName === sandboxLastNames.update) {
    const message = `Check the details of director ${nameOf(director)} and send them again.`;
    found.push({ ...about, reasonCode: "DETAILS_MISMATCH", message });
  }
  if (!isAdult(director.dateOfBirth, today)) {
    const message = `By the date of birth given, director ${nameOf(director)} is under ${adultAge}. Check the date of birth.`;
    found.push({ ...about, reasonCode: "DIRECTOR_UNDER_AGE", message });
  }
  return found;
}

const nameOf = ({ firstName, lastName }: Director) => `${firstName} ${lastName}`;
