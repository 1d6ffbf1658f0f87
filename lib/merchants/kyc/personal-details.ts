import type { directors } from "@/db/schema/kyc";
import { decrypt, encrypt } from "@/lib/kernel/crypto";
import type { DirectorInput } from "@/lib/terms/kyc/schema";

/** What is known of a person beyond the name: stored as one encrypted value. */
export type PersonalDetails = Pick<DirectorInput, "email" | "phoneNumber" | "address" | "dateOfBirth">;

type Row = typeof directors.$inferSelect;
type Stored = Pick<Row, "personal" | keyof PersonalDetails>;

/** A director as the service works with it: the personal details opened. */
export type Director = Omit<Row, keyof Stored> & PersonalDetails;

const purpose = "directors.personal";

/** The columns of personal details: sealed, and nothing of them left in plain text. */
export function sealPersonal({ email, phoneNumber, address, dateOfBirth }: PersonalDetails) {
  const personal = encrypt(purpose, JSON.stringify({ email, phoneNumber, address, dateOfBirth }));
  return { personal, email: null, phoneNumber: null, address: null, dateOfBirth: null };
}

/**
 * A stored director, opened. Rows of a former version have the details in plain columns until they are sealed.
 * @throws Error when they cannot be opened; see `decrypt`.
 */
export function openPersonal<R extends Stored>(row: R): Omit<R, keyof Stored> & PersonalDetails {
  const { personal, email, phoneNumber, address, dateOfBirth, ...rest } = row;
  if (personal !== null) return { ...rest, ...(JSON.parse(decrypt(purpose, personal)) as PersonalDetails) };
  return { ...rest, ...plainDetails({ email, phoneNumber, address, dateOfBirth }) };
}

function plainDetails({ email, phoneNumber, address, dateOfBirth }: Omit<Stored, "personal">): PersonalDetails {
  if (email === null || phoneNumber === null || address === null || dateOfBirth === null) {
    throw new Error("A director has no personal details.");
  }
  return { email, phoneNumber, address, dateOfBirth };
}
