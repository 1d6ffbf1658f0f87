import type { RealTime } from "@/lib/time";
import { insertUser } from "./insert-user";
import type { User } from "./queries";
import type { SignUpInput } from "./schema";

/** Creates a merchant's account. @throws CodedError EMAIL_TAKEN when a merchant has signed up with this address. */
export async function signUp(call: { input: SignUpInput; realNow: RealTime }): Promise<User> {
  const { businessName: name, email, password } = call.input;
  return insertUser({ kind: "merchant", name, email, password }, call.realNow);
}
