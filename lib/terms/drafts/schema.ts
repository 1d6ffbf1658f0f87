import { z } from "zod";
import { moment } from "@/lib/kernel/answer-fields";
import { oneOf } from "@/lib/kernel/validation";
import { mostFields } from "./constants";

/** The steps whose forms are kept while they are typed in. */
export const draftSteps = ["business-info", "directors", "funding"] as const;
export type DraftStep = (typeof draftSteps)[number];

const name = z.string("Must be a string").regex(/^[a-zA-Z]\w{0,39}$/, "Must be the name of a field");
const typed = z.string("Must be a string").max(2000, "Must be at most 2000 characters");

const values = z
  .record(name, typed, "Must be an object of strings")
  .refine((fields) => Object.keys(fields).length <= mostFields, `Must have at most ${mostFields} fields`);

const item = name.nullable().describe("Which of the step's things it is about, such as a director's id");
/** Far more changes than anybody makes, and far less than the column holds. */
const mostRevision = 1_000_000_000;
const revision = z
  .int("Must be a whole number")
  .min(0, "Must not be negative")
  .max(mostRevision, `Must be at most ${mostRevision}`);

const most = (highest: number) => z.int("Must be a whole number").min(0, "Must not be negative").max(highest);

export const draftWriter = z
  .object({
    page: z
      .string("Must be a string")
      .regex(/^\w{8,64}$/, "Must be 8 to 64 letters and digits")
      .describe("At random, anew each time the page is loaded"),
    sequence: most(mostRevision).describe("Higher with each request of the page"),
    typed: z.array(name).max(mostFields).describe("The fields that have been typed in since the page was loaded"),
    openFor: most(mostRevision).describe("Seconds since the page was loaded"),
    left: z.boolean("Must be true or false").describe("Whether the page is being left: nothing more is typed in it"),
  })
  .meta({ id: "DraftWriter" });
export type Writer = z.output<typeof draftWriter>;

/** Who wrote a draft: kept with it, to know what comes from the same window. */
export type Writing = Omit<Writer, "openFor"> & {
  /** Digest of the address and the browser that it came from. */
  device: string;
  /** When the page was loaded, by our clock in milliseconds; late by as long as the request was under way. */
  openedAt: number;
  /** The revision since which whatever changed came from this device. */
  since: number;
};

export const saveDraftBody = z
  .object({
    step: oneOf(draftSteps),
    item: item.default(null),
    values: values.nullable().describe("The form's fields as typed; null discards the draft. No identity numbers"),
    revision: revision.describe("The draft's revision when it was last read or saved here; 0: there was none"),
    writer: draftWriter
      .optional()
      .describe(
        "Who types. What comes late from the same page, or from before it was loaded again, is joined field by field instead of DRAFT_CONFLICT",
      ),
  })
  .meta({
    sample: {
      step: "business-info",
      values: { website: "https://ada" },
      revision: 0,
      writer: { page: "a41f93c07d2be856", sequence: 1, typed: ["website"], openFor: 12, left: false },
    },
  });
/** The same, of the account's operation: clients have a name for it. */
export const saveAccountDraftBody = z
  .object(saveDraftBody.shape)
  .meta({ sample: { step: "business-info", values: { website: "https://ada" }, revision: 0 } });
export type SaveDraft = z.output<typeof saveDraftBody>;

export const draftAnswer = z
  .object({
    step: z.enum(draftSteps),
    item: z.string().nullable(),
    values: z.record(z.string(), z.string()).nullable().describe("As typed; null: saved or discarded since"),
    revision: z.int().describe("Higher after every change; name it when you save the draft"),
    changedAt: moment,
  })
  .meta({ id: "Draft" });
export type Draft = z.output<typeof draftAnswer>;
