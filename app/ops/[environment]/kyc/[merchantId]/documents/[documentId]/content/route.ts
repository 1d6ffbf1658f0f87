import { operatorFile } from "@/lib/edge/http/actions/operator-file";
import { paperPolicy } from "@/lib/edge/http/page-policy";
import { showPaper } from "@/lib/surfaces/console/kyc/show-paper";

/** Shown in the page, never kept: not by the browser, not under a name. */
export const GET = operatorFile("review", async ({ params, ...looking }) => {
  const { merchantId = "", documentId = "" } = params;
  const { type, content } = await showPaper({ ...looking, merchantId, documentId });
  return {
    status: 200,
    text: content,
    headers: {
      "content-type": type,
      "content-disposition": "inline",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      // A sandbox would keep the browser's viewer of PDFs from showing one.
      "content-security-policy": type === "application/pdf" ? paperPolicy : `${paperPolicy}; sandbox`,
    },
  };
});
