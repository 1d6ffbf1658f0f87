import { z } from "zod";
import { email, text } from "@/lib/validation";
import { passwordLength } from "./constants";

/** A password as typed, with any spaces at its ends. Counted in characters, not UTF-16 units. */
const typedPassword = z
  .string("Must be a string")
  .min(1, "Must not be empty")
  .refine((value) => !value.includes("\u0000"), "Must not contain NUL characters")
  .refine((value) => value.isWellFormed(), "Must be well-formed Unicode")
  .refine((value) => [...value].length <= passwordLength.max, `Must be at most ${passwordLength.max} characters`);

const newPassword = typedPassword.refine(
  (value) => value.length === 0 || [...value].length >= passwordLength.min,
  `Must be at least ${passwordLength.min} characters`,
);

export const signInInput = z.object({ email, password: typedPassword });
export type SignInInput = z.output<typeof signInInput>;

export const signUpInput = z
  .object({ businessName: text(150), email, password: newPassword })
  .superRefine(({ businessName, email: address, password }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["password"], message });
    if (sameText(password, address)) refuse("Must not be your e-mail address");
    else if (sameText(password, businessName)) refuse("Must not be the name of your business");
  });
export type SignUpInput = z.output<typeof signUpInput>;

/** The token of the mail, and the password chosen when signing up. */
export const confirmInput = z.object({ token: z.string().max(200), password: typedPassword });
export type ConfirmInput = z.output<typeof confirmInput>;

export const changePasswordInput = z.object({ password: typedPassword, newPassword });
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
