import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/crypto";
import type { Director } from "@/lib/merchants/kyc/personal-details";
import { toPublicDirector } from "@/lib/merchants/kyc/serialize";
import { businessParts } from "@/lib/terms/kyc/business-fields";
import { type CaseItem, caseItemsOf } from "@/lib/terms/kyc/case-items";
import type { DocumentType } from "@/lib/terms/kyc/document-kinds";
import type { CompanyEvidence, PersonEvidence } from "@/lib/terms/kyc/evidence";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";

/** `digest`: of the item as it is shown, with what registers said of it; nothing that time alone changes. */
export type ShownItem = CaseItem & { digest: string };

type Shown = {
  info: BusinessInfo | null;
  directors: readonly Director[];
  documents: readonly { kind: DocumentType; sha256: string | null }[];
  checks: readonly { identityDigest: string | null; evidence: PersonEvidence | CompanyEvidence | null }[];
  /** How many other records have the number of a director, by the director's id. */
  others: ReadonlyMap<string, number>;
};

/** What a case consists of. An item that somebody has accepted counts as accepted while its digest is the same. */
export function digestItems({ info, directors, documents, checks, others }: Shown): ShownItem[] {
  const said = (digest: string | null) => checks.find((one) => one.identityDigest === digest)?.evidence ?? null;
  const shown = new Map<string, unknown>([
    ...businessParts.map(({ name, fields }): [string, unknown] => {
      const given = Object.fromEntries(Object.entries(info ?? {}).filter(([field]) => field in fields));
      return [`business-info ${name}`, { given, said: name === "about" ? said(null) : null }];
    }),
    // Another number makes another director, with another id: the number itself is not needed, and its keyed digest would
    // change with the key.
    ...directors.map((director): [string, unknown] => [
      `directors ${director.id}`,
      {
        given: toPublicDirector(director, ""),
        said: said(director.identityDigest),
        others: others.get(director.id) ?? 0,
      },
    ]),
    ...documents.map(({ kind }): [string, unknown] => [
      `documents ${kind}`,
      documents.flatMap((one) => (one.kind === kind ? [one.sha256] : [])).toSorted(),
    ]),
  ]);
  const items = caseItemsOf({ info, directors, kinds: documents.map(({ kind }) => kind) });
  return items.map((item) => ({ ...item, digest: sha256(canonicalJson(shown.get(item.key))) }));
}
