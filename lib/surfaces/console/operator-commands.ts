import { type OperatorRole, operatorRoles } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { email, text } from "@/lib/kernel/validation";
import { changeOperatorRole, endOperator } from "@/lib/parties/people/change-operator-role";
import { findOperator, findSignIn } from "@/lib/parties/people/queries";
import { addOperator } from "./add-operator";
import { choosePassword } from "./choose-password";
import { type Command, type Context, requireOperator, UsageError, word } from "./command";
import { hasOperator } from "./queries";

export const operatorCommands: Record<string, Command> = {
  "operator add": {
    words: ["EMAIL", "NAME..."],
    options: { role: operatorRoles.join("|") },
    about: "a new operator's account, ADMIN unless --role says otherwise; its password is shown once",
    proof: true,
    prepare: async (context) => {
      const address = email.safeParse(word(context, 0, "The operator's e-mail address"));
      const name = text(150).safeParse(context.words.slice(1).join(" "));
      if (!address.success) throw new UsageError("The e-mail address is not valid.");
      if (!name.success) throw new UsageError("The operator's name is missing.");
      const known = await hasOperator();
      if (known) requireOperator(context);
      const role = context.options.role === undefined ? "ADMIN" : roleIn(context);
      if (!known && role !== "ADMIN") throw new UsageError("The first operator is an ADMIN, who can add others.");
      const input = { email: address.data, name: name.data, role };
      return {
        lines: [`Operator     ${input.name} <${input.email}>, ${role}`, "Create this account"],
        perform: async (realNow) => {
          const { userId, password } = await addOperator({ operator: context.operator, input, realNow });
          return `Created ${userId}. Password, shown once: ${password}`;
        },
      };
    },
  },
  "operator password": {
    words: [],
    about: "a password of your own choosing, which nobody knows who added you; every session of yours ends",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context, "view");
      return {
        lines: ["Choose another password, and end every session of yours"],
        perform: async (realNow) => {
          const chosen = await context.askSecret("New password: ");
          const again = await context.askSecret("The same again: ");
          if (again !== chosen) throw new UsageError("They differ. Nothing was done.");
          await choosePassword({ operator, chosen, realNow });
          return "Done.";
        },
      };
    },
  },
  "operator role": {
    words: ["EMAIL"],
    options: { role: operatorRoles.join("|") },
    about: "another role for an operator, in force at once",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const role = roleIn(context);
      const found = await operatorNamed(context);
      const line = `Operator     ${found.name} <${found.email}>, ${found.role} (${found.id})`;
      if (found.role === role) return { lines: [line], perform: null };
      return {
        lines: [line, `Make this ${role}`],
        perform: async (realNow) => {
          await changeOperatorRole({ operator, userId: found.id, role, realNow });
          return "Done.";
        },
      };
    },
  },
  "operator end": {
    words: ["EMAIL"],
    about: "an operator has no access from now on; whoever gives it again does so by two in the console",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const found = await operatorNamed(context);
      return {
        lines: [`Operator     ${found.name} <${found.email}>, ${found.role} (${found.id})`, "End their access"],
        perform: async (realNow) => {
          await endOperator({ operator, userId: found.id, realNow });
          return "Done.";
        },
      };
    },
  },
};

async function operatorNamed(context: Context) {
  const signIn = await findSignIn("operator", word(context, 0, "The operator's e-mail address"));
  const found = signIn && (await findOperator(signIn.user.id));
  if (!found) throw new CodedError("NOT_FOUND", "There is no operator with this address.");
  return found;
}

function roleIn({ options }: Context): OperatorRole {
  const role = operatorRoles.find((one) => one === options.role);
  if (!role) throw new UsageError(`--role is one of ${operatorRoles.join(", ")}.`);
  return role;
}
