import { z } from "zod";
import { email, line } from "@/lib/kernel/validation";
import { passwordLength } from "@/lib/terms/users/constants";
import { typedName } from "./typed-name";

/** A password as typed, with any spaces at its ends. Counted in characters, not UTF-16 units. */
const typedPassword = z
  .string("Must be a string")
  .min(1, "Must not be empty")
  .refine((value) => !value.includes("\u0000"), "Must not contain NUL characters")
  .refine((value) => value.isWellFormed(), "Must be well-formed Unicode")
  .refine((value) => [...value].length <= passwordLength.max, `Must be at most ${passwordLength.max} characters`);

export const newPassword = typedPassword.refine(
  (value) => value.length === 0 || [...value].length >= passwordLength.min,
  `Must be at least ${passwordLength.min} characters`,
);

export const signInInput = z.object({ email, password: typedPassword });
export type SignInInput = z.output<typeof signInInput>;

export const typedCode = z
  .string("Must be a string")
  .min(1, "Must not be empty")
  .max(30, "Must be at most 30 characters");

/** What shows that whoever is signed in is still the owner. The code: of the second factor, where there is one. */
export const proofInput = z.object({ password: typedPassword, code: typedCode.optional() });
export type Proof = z.output<typeof proofInput>;

export const codeInput = z.object({ code: typedCode });
export type CodeInput = z.output<typeof codeInput>;

export const signUpInput = z
  .object({ businessName: line(150), email, password: newPassword })
  .superRefine(({ businessName, email: address, password }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["password"], message });
    if (sameText(password, address)) refuse("Must not be your e-mail address");
    else if (sameText(password, businessName)) refuse("Must not be the name of your business");
  })
  .meta({ sample: { businessName: "Bright Kitchenware", email: "owner@shop.example", password: "…" } });
export type SignUpInput = z.output<typeof signUpInput>;

export const registerInput = z.object({ marketplaceName: typedName, name: typedName, email, password: newPassword });
export type RegisterInput = z.output<typeof registerInput>;

export const mailedToken = z.object({ token: z.string().max(200) });
export type MailedToken = z.output<typeof mailedToken>;

export const confirmInput = mailedToken
  .extend({ password: typedPassword })
  .meta({ id: "SignUpConfirmation", sample: { token: "…", password: "…" } });
export type ConfirmInput = z.output<typeof confirmInput>;

export const changePasswordInput = proofInput.extend({ newPassword });
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

export const addressInput = z.object({ email });
export type AddressInput = z.output<typeof addressInput>;

export const resetPasswordInput = mailedToken
  .extend({ newPassword })
  .meta({ sample: { token: "…", newPassword: "…" } });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
