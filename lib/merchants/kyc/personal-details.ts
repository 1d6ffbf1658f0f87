import { z } from "zod";
import type { directors } from "@/db/schema/kyc";
import { decrypt, encrypt } from "@/lib/kernel/crypto";
import { notKnown, sealedFields } from "@/lib/terms/kyc/director-fields";
import { partOf, present } from "@/lib/terms/table";

const personalDetails = z.object(partOf(sealedFields, "shown"));

/** What is known of a person beyond the name: stored as one encrypted value. */
export type PersonalDetails = z.output<typeof personalDetails>;

const former = ["email", "phoneNumber", "address", "dateOfBirth"] as const;
type Row = typeof directors.$inferSelect;
type Stored = Pick<Row, "personal" | (typeof former)[number]>;

export type Director = Omit<Row, keyof Stored> & PersonalDetails;

const purpose = "directors.personal";

export function sealPersonal(details: PersonalDetails) {
  const personal = encrypt(purpose, JSON.stringify(personalDetails.parse(details)));
  return { personal, email: null, phoneNumber: null, address: null, dateOfBirth: null };
}

/** Rows of a former version are plain until sealed. @throws Error when they cannot be opened; see `decrypt`. */
export function openPersonal<R extends Stored>(row: R): Omit<R, keyof Stored> & PersonalDetails {
  const { personal, email, phoneNumber, address, dateOfBirth, ...rest } = row;
  const known =
    personal === null ? { email, phoneNumber, address, dateOfBirth } : JSON.parse(decrypt(purpose, personal));
  return { ...rest, ...personalDetails.parse({ ...notKnown, ...present(known) }) };
}
