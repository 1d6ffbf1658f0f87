import { CodedError } from "@/lib/errors";
import { userKinds } from "@/lib/users/constants";
import { findSignIn } from "@/lib/users/queries";
import { type Act, Misuse, requireOperator, word } from "./act";
import { setPassword } from "./set-password";

export const userActs: Record<string, Act> = {
  "user set-password": {
    words: ["KIND", "EMAIL"],
    about: `a new password of our making for a user (${userKinds.join(", ")}), shown once; every session of theirs ends`,
    prepare: async (given) => {
      const operator = requireOperator(given);
      const said = word(given, 0, "The kind of user");
      const kind = userKinds.find((one) => one === said);
      if (!kind) throw new Misuse(`The kind is one of ${userKinds.join(", ")}.`);
      const found = await findSignIn(kind, word(given, 1, "The e-mail address"));
      if (!found) throw new CodedError("NOT_FOUND", `There is no ${kind} with this address.`);
      const { id: userId, name, email } = found.user;
      return {
        lines: [`User         ${name} <${email}>, ${kind} (${userId})`, "Give a new password, and end every session"],
        perform: async (realNow) => {
          const password = await setPassword({ operator, user: found.user, realNow });
          return `Done. Password, shown once: ${password}`;
        },
      };
    },
  },
};
