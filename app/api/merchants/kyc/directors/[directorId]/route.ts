import { kycRoute } from "@/lib/edge/http/kyc-route";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { changeDirector, checkChangedDirector, removeDirector } from "@/lib/merchants/kyc/change-director";
import { changedDirector } from "@/lib/terms/kyc/schema";

export const PUT = kycRoute({
  operationId: "changeAccountDirector",
  summary: "Change a director",
  description:
    "Replaces the details of one. The identity number stays unless another is sent, which makes another director " +
    "with another id. One who becomes primary takes the place of who was.",
  done: "Changed",
  body: changedDirector,
  revision: "revisions.directors",
  clears: ["directors"],
  errors: ["NOT_FOUND"],
  prepare: ({ call, params: { directorId = "" }, body }) => checkChangedDirector({ ...call, directorId, input: body }),
  work: ({ call, params: { directorId = "" }, body, basedOn, prepared: checks }) =>
    changeDirector({ ...call, directorId, input: body, checks, watch: keepIdentities, basedOn }),
});

export const DELETE = kycRoute({
  operationId: "removeAccountDirector",
  summary: "Remove a director",
  description: "Takes one out of the list, which keeps at least one. If it was the primary one, the first becomes it.",
  done: "Removed",
  revision: "revisions.directors",
  clears: ["directors"],
  errors: ["NOT_FOUND"],
  work: ({ call, params: { directorId = "" }, basedOn }) =>
    removeDirector({ ...call, directorId, watch: keepIdentities, basedOn }),
});
