import { z } from "zod";
import type { IdentityClaim } from "@/lib/platform/providers/identity-provider";
import type { Found, RegisteredPerson } from "@/lib/platform/providers/registers";
import { type Comparison, judgedPerson, type PersonEvidence, personNotChecked } from "@/lib/terms/kyc/evidence";
import type { PersonRegister } from "@/lib/terms/providers";
import { compareDate, compareName, dateIn, isSameNumber, textIn } from "./compare";
import { type Entity, say } from "./reply";
import type { DojahAccess } from "./types";

const paths = { match: "/api/v1/kyc/bvn", BVN: "/api/v1/kyc/bvn/full", NIN: "/api/v1/kyc/nin" } as const;

/** As its pages write them, each page in its own way. */
const names = {
  first: ["first_name", "firstname"],
  middle: ["middle_name", "middlename"],
  last: ["last_name", "lastname", "surname"],
  born: ["date_of_birth", "birthdate", "birth_date", "dateOfBirth"],
  phone: ["phone_number1", "phone_number", "telephoneno", "mobile", "phone"],
  address: ["residential_address", "residence_address"],
} as const;

const unknownNumber = () =>
  judgedPerson({
    number: "NO_MATCH",
    firstName: "NOT_CHECKED",
    lastName: "NOT_CHECKED",
    dateOfBirth: "NOT_CHECKED",
  });

/** A BVN is compared by Dojah, a NIN here with what its register has. Others nobody can check. */
export async function verify(access: DojahAccess, claim: IdentityClaim): Promise<PersonEvidence> {
  if (claim.identityType === "BVN") return matchBvn(access, claim);
  return claim.identityType === "NIN" ? compareNin(access, claim) : personNotChecked(null);
}

async function matchBvn(access: DojahAccess, claim: IdentityClaim): Promise<PersonEvidence> {
  const { identityNumber: bvn, firstName: first_name, lastName: last_name, dateOfBirth: dob } = claim;
  const reply = await say(access, paths.match, { bvn, first_name, last_name, dob });
  if (reply.kind === "silence") return personNotChecked(reply.why);
  if (reply.kind === "notFound") return unknownNumber();
  const { entity } = reply;
  const number = verdict.safeParse(entity.bvn).data;
  // It is about somebody else.
  if (typeof number?.value === "string" && !isSameNumber(number.value, bvn)) return personNotChecked(null);
  return judgedPerson({
    number: comparedBy(entity.bvn),
    firstName: comparedBy(entity.first_name),
    lastName: comparedBy(entity.last_name),
    dateOfBirth: comparedBy(entity.date_of_birth),
  });
}

const verdict = z.looseObject({
  status: z.boolean(),
  value: z.unknown().optional(),
  confidence_value: z.number().min(0).max(100).optional(),
});

/** From 90 percent on Dojah itself counts names as equal. Where its two words on a field disagree, neither counts. */
const confident = 90;

function comparedBy(field: unknown): Comparison {
  const read = verdict.safeParse(field);
  if (!read.success) return "NOT_CHECKED";
  const { status, confidence_value: confidence } = read.data;
  if (confidence !== undefined && confidence >= confident !== status) return "NOT_CHECKED";
  return status ? "MATCH" : "NO_MATCH";
}

async function compareNin(access: DojahAccess, claim: IdentityClaim): Promise<PersonEvidence> {
  const reply = await say(access, paths.NIN, { nin: claim.identityNumber });
  if (reply.kind === "silence") return personNotChecked(reply.why);
  if (reply.kind === "notFound") return unknownNumber();
  const { entity } = reply;
  const number = textIn(entity, "nin");
  if (number !== null && !isSameNumber(number, claim.identityNumber)) return personNotChecked(null);
  const middle = textIn(entity, ...names.middle);
  const firstName = compareName(claim.firstName, textIn(entity, ...names.first), middle);
  const lastName = compareName(claim.lastName, textIn(entity, ...names.last));
  const dateOfBirth = compareDate(claim.dateOfBirth, textIn(entity, ...names.born));
  return judgedPerson({ number: number === null ? "NOT_CHECKED" : "MATCH", firstName, lastName, dateOfBirth });
}

/**
 * What a register says of somebody, without the photograph and all else that nobody needs.
 * @throws Error where the register is not heard: in words that name nobody
 */
export async function findPerson(
  access: DojahAccess,
  register: PersonRegister,
  number: string,
): Promise<Found<RegisteredPerson>> {
  if (register === "BVN" && !access.tellsBvn) return "NOT_ASKED";
  const reply = await say(access, paths[register], { [register.toLowerCase()]: number });
  if (reply.kind === "silence") throw new Error(`Dojah did not answer: ${reply.why}`);
  if (reply.kind === "notFound") return null;
  const found = personIn(reply.entity, register, number);
  if (!found) throw new Error("Dojah did not answer: UNCLEAR");
  return found;
}

function personIn(entity: Entity, register: PersonRegister, number: string): RegisteredPerson | null {
  const shown = textIn(entity, register.toLowerCase());
  if (shown !== null && !isSameNumber(shown, number)) return null;
  const [firstName, lastName] = [textIn(entity, ...names.first), textIn(entity, ...names.last)];
  const dateOfBirth = dateIn(textIn(entity, ...names.born));
  if (!firstName || !lastName || !dateOfBirth) return null;
  return {
    firstName,
    middleName: textIn(entity, ...names.middle),
    lastName,
    dateOfBirth,
    nationality: /^nigerian?$/i.test(textIn(entity, "nationality") ?? "") ? "Nigerian" : "",
    address: textIn(entity, ...names.address),
    phoneNumber: phoneIn(textIn(entity, ...names.phone)),
  };
}

/** In E.164 format: registers have Nigerian numbers with the country's code or a zero, or with neither. */
function phoneIn(held: string | null): string | null {
  const [, rest] = /^\+?(?:234|0)?([789][01]\d{8})$/.exec(held?.replace(/[\s-]/g, "") ?? "") ?? [];
  return rest ? `+234${rest}` : null;
}
