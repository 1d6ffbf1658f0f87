import type { z } from "zod";
import type { Actor } from "@/lib/kernel/actor";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { removeDocument } from "@/lib/merchants/kyc/remove-document";
import { documentAttached, documentBody } from "@/lib/terms/kyc/schema";
import { atBackend, inAccount, inJourney, type KycChange } from "./kyc-change";

const attaching: KycChange<Actor, typeof documentBody, undefined> = {
  done: "Attached",
  body: documentBody,
  idempotent: true,
  errors: attachDocument.errors,
  work: ({ call, body: input }) => attachDocument({ ...call, input }),
};

export const attachment = {
  backend: atBackend(attaching, {
    operationId: "attachDocument",
    summary: "Attach a document",
    description:
      "Attaches a confirmed upload to the KYC record; the file belongs to the merchant from then on. fileSize and mimeType must be those of the upload. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
    answer: documentAttached,
  }),
  journey: inJourney(attaching, {
    operationId: "attachJourneyDocument",
    summary: "Attach a document in the journey",
    description: "Attaches a confirmed upload of the same merchant to its KYC record.",
  }),
  account: inAccount(attaching, {
    operationId: "attachAccountDocument",
    summary: "Attach a document",
    description: "Attaches a confirmed upload of the merchant to its KYC record.",
  }),
};

const removing: KycChange<ActingMerchant, z.ZodUndefined, undefined> = {
  done: "Removed",
  errors: removeDocument.errors,
  work: ({ call, params: { documentId = "" } }) => removeDocument({ ...call, documentId }),
};

const removed = "Takes the document out of the KYC record. Allowed while KYC is PENDING or REQUIRES_UPDATE.";

export const removal = {
  journey: inJourney(removing, {
    operationId: "removeJourneyDocument",
    summary: "Remove a document in the journey",
    description: removed,
  }),
  account: inAccount(removing, {
    operationId: "removeAccountDocument",
    summary: "Remove a document",
    description: removed,
  }),
};
