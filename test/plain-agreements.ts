import { beforeEach, vi } from "vitest";
import * as pdfs from "@/lib/loans/agreements/make-agreement-pdf";

/**
 * Gives every loan that is accepted in a test file an agreement without pages: to lay them out takes longer than all else
 * about an acceptance. Call it at the top level of the file. The real ones are in app/api/v1/embed/loans/agreement.test.ts
 * and lib/loans/agreements/.
 */
export function usePlainAgreements() {
  beforeEach(() => {
    vi.spyOn(pdfs, "makeAgreementPdf").mockResolvedValue(Buffer.from("%PDF-1.7"));
  });
}
