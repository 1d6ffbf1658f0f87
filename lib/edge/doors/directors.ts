import type { Actor } from "@/lib/kernel/actor";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { addDirectors, unprefixFieldErrors } from "@/lib/merchants/kyc/add-directors";
import { changeDirector, checkChangedDirector, removeDirector } from "@/lib/merchants/kyc/change-director";
import { checkDirectors, type IdentityChecks } from "@/lib/merchants/kyc/check-identities";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { saveDirectors } from "@/lib/merchants/kyc/save-directors";
import { checkJourneyDirectors, saveJourneyDirectors } from "@/lib/merchants/kyc/save-journey-directors";
import {
  accountDirectorsBody,
  addDirectorsBody,
  changedDirector,
  directorBody,
  directorsBody,
  directorsSaved,
  journeyDirectorsBody,
} from "@/lib/terms/kyc/schema";
import { atBackend, inAccount, inJourney, type KycChange } from "./kyc-change";

const watch = keepIdentities;
const ofList = { revision: "directors", clears: ["directors"] } as const;
const editing = ["KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;

const saving: KycChange<Actor, typeof directorsBody, IdentityChecks> = {
  ...ofList,
  done: "Saved",
  body: directorsBody,
  idempotent: true,
  errors: saveDirectors.errors,
  prepare: ({ call, body }) => checkDirectors({ ...call, input: body.directors }),
  work: ({ call, body, basedOn, prepared: checks }) =>
    saveDirectors({ ...call, input: body.directors, checks, watch, basedOn }),
};

const savingOwn: KycChange<ActingMerchant, typeof journeyDirectorsBody, IdentityChecks> = {
  ...ofList,
  done: "Saved",
  body: journeyDirectorsBody,
  errors: saveJourneyDirectors.errors,
  prepare: ({ call, body }) => checkJourneyDirectors({ ...call, input: body.directors }),
  work: ({ call, body, basedOn, prepared: checks }) =>
    saveJourneyDirectors({ ...call, input: body.directors, checks, watch, basedOn }),
};

export const directorList = {
  backend: atBackend(saving, {
    operationId: "saveDirectors",
    summary: "Save the directors",
    description:
      "Replaces the list. A director whose identity was already in it keeps its id and verification. If none is marked primary, the first is. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
    done: "Saved; identity numbers are masked",
    answer: directorsSaved,
  }),
  journey: inJourney(
    { ...savingOwn, idempotent: true },
    {
      operationId: "saveJourneyDirectors",
      summary: "Save the directors in the journey",
      description:
        "Replaces the list, as in the Marketplace API. Name existing directors by id; they keep the stored identity number unless another is sent.",
    },
  ),
  account: inAccount(
    { ...savingOwn, body: accountDirectorsBody },
    {
      operationId: "saveAccountDirectors",
      summary: "Save the list of directors",
      description: "Replaces it. Directors named by id keep their identity number unless another is sent.",
    },
  ),
};

const adding = { done: "Added", idempotent: true, raises: "directors", errors: editing } as const;

/** One director or several more, or one other or fewer: in the account alone. */
export const directors = {
  add: inAccount(
    {
      ...adding,
      body: directorBody,
      prepare: ({ call, body }) => unprefixFieldErrors(checkDirectors({ ...call, input: [body] })),
      work: ({ call, body, prepared: checks }) =>
        unprefixFieldErrors(addDirectors({ ...call, input: [body], checks, watch })),
    },
    {
      operationId: "addAccountDirector",
      summary: "Add a director",
      description: "Adds one to the list, which has at most 20. A primary one takes the place of who was.",
    },
  ),
  addSeveral: inAccount(
    {
      ...adding,
      body: addDirectorsBody,
      prepare: ({ call, body }) => checkDirectors({ ...call, input: body.directors }),
      work: ({ call, body, prepared: checks }) => addDirectors({ ...call, input: body.directors, checks, watch }),
    },
    {
      operationId: "addAccountDirectors",
      summary: "Add directors",
      description: "Adds all of them to the list, or none. A list has at most 20.",
    },
  ),
  change: inAccount(
    {
      ...ofList,
      done: "Changed",
      body: changedDirector,
      errors: ["EDIT_CONFLICT", "NOT_FOUND", ...editing],
      prepare: ({ call, params: { directorId = "" }, body }) =>
        checkChangedDirector({ ...call, directorId, input: body }),
      work: ({ call, params: { directorId = "" }, body, basedOn, prepared: checks }) =>
        changeDirector({ ...call, directorId, input: body, checks, watch, basedOn }),
    },
    {
      operationId: "changeAccountDirector",
      summary: "Change a director",
      description:
        "Replaces the details of one. The identity number stays unless another is sent, which makes another director " +
        "with another id. One who becomes primary takes the place of who was.",
    },
  ),
  remove: inAccount(
    {
      ...ofList,
      done: "Removed",
      errors: ["EDIT_CONFLICT", "NOT_FOUND", ...editing],
      work: ({ call, params: { directorId = "" }, basedOn }) => removeDirector({ ...call, directorId, watch, basedOn }),
    },
    {
      operationId: "removeAccountDirector",
      summary: "Remove a director",
      description:
        "Takes one out of the list, which keeps at least one. If it was the primary one, the first becomes it.",
    },
  ),
};
