import { z } from "zod";
import { dateOf } from "@/lib/kernel/calendar";
import type { FieldError } from "@/lib/kernel/errors";
import type { BusinessTime } from "@/lib/kernel/time";
import { bool, oneOf, text } from "@/lib/kernel/validation";
import { maxFileNameLength, mimeTypes } from "@/lib/terms/documents/constants";
import { fileName, fileSize } from "@/lib/terms/documents/schema";
import type { IdentityType } from "@/lib/terms/providers";
import { partOf } from "@/lib/terms/table";
import { businessFields } from "./business-fields";
import { identityConsent } from "./consent";
import { kycSteps, maxDirectors, verificationStatuses } from "./constants";
import { directorFields } from "./director-fields";
import { documentTypes } from "./document-kinds";
import { sampleBusinessInfo, sampleChange, sampleDirector, sampleStoredDirector } from "./samples";
import { publicKycStatuses } from "./states";

/** Omitted fields are cleared. `incorporationErrors` checks the date of incorporation: a schema has no clock. */
export const businessInfoBody = z
  .object(partOf(businessFields, "schema"))
  .meta({ id: "BusinessInfo", sample: sampleBusinessInfo });
export type BusinessInfo = z.output<typeof businessInfoBody>;

const identityShapes: Record<IdentityType, { pattern: RegExp; error: string }> = {
  BVN: { pattern: /^\d{11}$/, error: "Must be exactly 11 digits" },
  NIN: { pattern: /^\d{11}$/, error: "Must be exactly 11 digits" },
  PASSPORT: { pattern: /^[A-Za-z0-9]{5,20}$/, error: "Must be 5 to 20 letters and digits" },
  DRIVERS_LICENSE: { pattern: /^[A-Za-z0-9]{5,20}$/, error: "Must be 5 to 20 letters and digits" },
};

const { identityType, identityNumber, firstName, lastName, ...others } = partOf(directorFields, "schema");
const identity = z.object({ identityType, identityNumber });
// In the order of the published bodies.
const person = {
  identityType,
  identityNumber,
  firstName,
  lastName,
  ...others,
  isPrimary: bool.optional(),
  identityConsent,
};

type Identity = { identityType: IdentityType; identityNumber?: string | undefined };

function checkIdentity({ identityType, identityNumber }: Identity, context: z.RefinementCtx): void {
  const shape = identityShapes[identityType];
  if (identityNumber === undefined || shape.pattern.test(identityNumber)) return;
  context.addIssue({ code: "custom", path: ["identityNumber"], message: shape.error });
}

// Runs even when another field is wrong, so one answer names every mistake.
const whenGiven = {
  when: ({ value }: { value: unknown }) => identity.partial({ identityNumber: true }).safeParse(value).success,
};
const whenObject = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

export const directorBody = z.object(person).superRefine(checkIdentity, whenGiven).meta({
  id: "NewDirector",
  sample: sampleDirector,
});
export type DirectorInput = z.output<typeof directorBody>;

/** As the hosted journey sends one: a stored director keeps the identity number unless a new one is typed. */
export const journeyDirector = z
  .object({ ...person, id: text(64).optional(), identityNumber: identityNumber.optional() })
  .superRefine(checkIdentity, whenGiven)
  .superRefine(({ id, identityNumber: number }, context) => {
    if (id !== undefined || number !== undefined) return;
    context.addIssue({ code: "custom", path: ["identityNumber"], message: "Must not be empty" });
  }, whenObject)
  .meta({ id: "JourneyDirector" });
export type JourneyDirector = z.output<typeof journeyDirector>;

/** One that is in the list: the identity number stays unless a new one is sent. */
export const changedDirector = z
  .object({ ...person, identityNumber: identityNumber.optional() })
  .superRefine(checkIdentity, whenGiven)
  .meta({
    sample: sampleChange,
  });
export type ChangedDirector = z.output<typeof changedDirector>;

export const directorsBody = listOf(directorBody).meta({
  sample: { directors: [sampleDirector] },
});
export const journeyDirectorsBody = listOf(journeyDirector).meta({
  sample: { directors: [sampleStoredDirector] },
});

/** The same two, of the account's operations: clients have names for their own. */
export const addDirectorsBody = listOf(directorBody).meta({ sample: { directors: [sampleDirector] } });
export const accountDirectorsBody = listOf(journeyDirector).meta({
  sample: { directors: [sampleStoredDirector] },
});

type Listed = { identityNumber?: string | undefined; isPrimary?: boolean | undefined };

function listOf<D extends z.ZodType<Listed>>(entry: D) {
  return z.object({
    directors: z
      .array(entry, "Must be a list")
      .min(1, "Must have at least 1 director")
      .max(maxDirectors, `Must have at most ${maxDirectors} directors`)
      .superRefine(checkList),
  });
}

function checkList(list: readonly Listed[], context: z.RefinementCtx): void {
  for (const i of repeatedNumbers(list)) {
    context.addIssue({ code: "custom", path: [i, "identityNumber"], message: repeatedNumber });
  }
  const primary = list.findIndex((entry) => entry.isPrimary);
  list.forEach((entry, i) => {
    if (!entry.isPrimary || i === primary) return;
    context.addIssue({ code: "custom", path: [i, "isPrimary"], message: "Only one director can be primary" });
  });
}

export const repeatedNumber = "Must not be the identity number of another director in the list";

/** Indexes of directors whose identity number already appeared earlier in the list. */
export function repeatedNumbers(list: readonly Listed[]): number[] {
  const seen = new Set<string>();
  return list.flatMap(({ identityNumber: number }, i) => {
    const key = number?.toUpperCase();
    if (key !== undefined && seen.has(key)) return [i];
    if (key !== undefined) seen.add(key);
    return [];
  });
}

/** The key by which two identities are the same. Letters in passports and licences are case-insensitive. */
export function identityKey(of: { identityType: IdentityType; identityNumber: string }): string {
  return `${of.identityType}:${of.identityNumber.toUpperCase()}`;
}

/** The error for a date of incorporation after the day of `now` (UTC); empty when there is none. */
export function incorporationErrors(
  { dateOfIncorporation }: Pick<BusinessInfo, "dateOfIncorporation">,
  now: BusinessTime,
): FieldError[] {
  const field = "dateOfIncorporation";
  return (dateOfIncorporation ?? "") > dateOf(now) ? [{ field, error: "Must not be in the future" }] : [];
}

/** Errors for the dates of birth that are not before the day of `now` (UTC); empty when all are. */
export function birthDateErrors(
  directors: readonly Pick<DirectorInput, "dateOfBirth">[],
  now: BusinessTime,
): FieldError[] {
  const today = dateOf(now);
  return directors.flatMap(({ dateOfBirth: born }, i) =>
    born < today ? [] : [{ field: `directors.${i}.dateOfBirth`, error: "Must be in the past" }],
  );
}

export const documentBody = z
  .object({
    documentType: oneOf(documentTypes).meta({ id: "DocumentType" }),
    fileName,
    fileKey: text(255),
    fileSize,
    mimeType: oneOf(mimeTypes),
  })
  .meta({
    id: "NewDocument",
    sample: {
      documentType: "CAC_CERTIFICATE",
      fileName: "certificate.pdf",
      mimeType: "application/pdf",
      fileSize: "622",
      fileKey: "fil_01m82hrnm40j3qknnbv41v1js0",
    },
  });
export type DocumentInput = z.output<typeof documentBody>;

/** Body of operations that need none: empty, or `{}`. */
export const emptyBody = z.object({}).meta({ id: "Empty", sample: {} });

export const requirement = z.object({
  step: oneOf(kycSteps),
  item: text(255),
  reasonCode: text(64).regex(/^[A-Z][A-Z0-9_]*$/, "Must be upper-case letters, digits and underscores"),
  message: text(500),
  resolved: bool.default(false),
});
export type Requirement = z.output<typeof requirement>;

/** A reviewer's decision. IN_REVIEW: somebody has claimed the record; the API does not show it. */
export type Outcome =
  | { status: "IN_REVIEW" }
  | { status: "APPROVED" }
  | { status: "REJECTED"; reason: string }
  | { status: "REQUIRES_UPDATE"; requirements: readonly Requirement[] };

export const rejectBody = z
  .object({ reason: text(500).optional() })
  .meta({ sample: { reason: "The documents do not show who owns the business." } });

export const requireUpdateBody = z
  .object({
    requirements: z
      .array(requirement, "Must be a list")
      .min(1, "Must have at least 1 requirement")
      .max(50, "Must have at most 50 requirements")
      .optional(),
  })
  .meta({
    sample: {
      requirements: [
        {
          step: "documents",
          item: "CAC_CERTIFICATE",
          reasonCode: "DOCUMENT_UNREADABLE",
          message: "Upload a sharper copy.",
        },
      ],
    },
  });

/** `kyc` in every answer that shows a merchant's progress. */
export const kycProgress = z
  .object({
    currentStep: z.enum(kycSteps),
    completedSteps: z.array(z.enum(kycSteps)),
    remainingSteps: z.array(z.enum(kycSteps)),
    overallProgress: z.number().describe("Percent: 25 for each completed step"),
    status: z.enum(publicKycStatuses),
    canProceed: z.boolean().describe("Whether the next step, or submission, is allowed now"),
    submittedAt: z.iso.datetime().nullable(),
    requirements: z.array(requirement.required()).optional().describe("What to change, in REQUIRES_UPDATE"),
    rejectionReason: z.string().optional().describe("Why, in REJECTED"),
  })
  .meta({ id: "KycProgress" });
export type KycProgress = z.output<typeof kycProgress>;

export const kycAnswer = z
  .object({
    merchantId: z.string(),
    thirdPartyCustomerId: z.string().nullable(),
    kyc: kycProgress,
  })
  .meta({ id: "MerchantKyc" });

/** A director as the API shows it: only the last four characters of the identity number. */
export const publicDirector = z
  .object({
    id: z.string(),
    ...partOf(directorFields, "shown"),
    isPrimary: z.boolean(),
    verificationStatus: z.enum(verificationStatuses),
    remarks: z
      .array(z.object({ field: z.string(), error: z.string() }))
      .optional()
      .describe(
        "What a reviewer would send the record back for, by field; nothing was refused. Left out where there is nothing",
      ),
  })
  .meta({ id: "Director" });
export type PublicDirector = z.output<typeof publicDirector>;

/** A document as the API shows it. */
export const publicDocument = z
  .object({
    id: z.string(),
    documentType: z.enum(documentTypes),
    fileName: z.string().max(maxFileNameLength),
    fileKey: z.string(),
    fileSize: z.string().describe("Bytes, as a string of digits"),
    mimeType: z.enum(mimeTypes),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Document" });
export type PublicDocument = z.output<typeof publicDocument>;

const revision = z.int().min(0).describe("Higher after every change by anybody: the ETag, to be sent as If-Match");

export const businessInfoSaved = kycAnswer.extend({ businessInfo: businessInfoBody, revision });
export const directorsSaved = kycAnswer.extend({ directors: z.array(publicDirector), revision });
export const documentAttached = kycAnswer.extend({ document: publicDocument });
