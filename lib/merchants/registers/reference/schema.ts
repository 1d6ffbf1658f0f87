import { z } from "zod";
import { text, textOrEmpty } from "@/lib/kernel/validation";
import { documentTypes } from "@/lib/terms/kyc/document-kinds";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";

const code = text(100).regex(/^[A-Za-z0-9_-]+$/, "Must be the code of an entry");

export const searchQuery = z.object({
  q: textOrEmpty(100).optional().describe("What is looked for, as people say it; without it, the whole list"),
  startingAfter: code.optional(),
  endingBefore: code.optional(),
});

const hasMore = z.boolean();

export const businessTypeList = z.object({
  data: z.array(
    z.object({
      code: z.enum(businessTypes).describe("What `businessType` takes"),
      name: z.string(),
      description: z.string(),
    }),
  ),
  hasMore,
});

export const businessCategoryList = z.object({
  data: z.array(
    z.object({
      code: z.string(),
      name: z.string().max(50).describe("What `businessCategory` takes; other text is taken, too"),
      description: z.string().describe("The industry: a section of ISIC Rev. 4"),
      isicClass: z
        .string()
        .regex(/^\d{4}$/)
        .describe("The class of ISIC Rev. 4"),
    }),
  ),
  hasMore,
});

export const documentTypeList = z.object({
  data: z.array(
    z.object({
      code: z.enum(documentTypes).describe("What `documentType` takes"),
      name: z.string(),
      description: z.string(),
      proves: z
        .enum(["any", "unregistered"])
        .nullable()
        .describe("The businesses it proves: of any kind, or those that need no registration; null: none"),
    }),
  ),
  hasMore,
});
