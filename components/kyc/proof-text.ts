import { needsNoRegistration } from "@/lib/terms/kyc/document-kinds";
import type { BusinessType } from "@/lib/terms/merchants/business-kinds";

export function proofText(businessType: BusinessType | null) {
  return needsNoRegistration(businessType)
    ? {
        title: "Your proof",
        lead: "We need one document that shows who you are, or that your business exists. Your business does not have to be registered.",
        question: "Which document do you have?",
        more: "Add another document",
        missing: "Add one of these documents first.",
        wanted: "Add a document about you or your business",
      }
    : {
        title: "Proof of the business",
        lead: "We need one document that shows that your business exists.",
        question: "Which proof do you have?",
        more: "Add another proof",
        missing: "Add a proof of the business first.",
        wanted: "Add a proof of the business",
      };
}
