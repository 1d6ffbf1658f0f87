"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { validate } from "@/lib/edge/http/body";
import type { Environment, Operator } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { foreignId, text } from "@/lib/kernel/validation";
import { proposeAccount, proposeAccountEnd } from "@/lib/lending/proposals/propose-account";
import { proposeRail, proposeRailEnd } from "@/lib/lending/proposals/propose-rail";
import { lenderAccountBody } from "@/lib/parties/lenders/accounts/schema";
import { addLender } from "@/lib/parties/lenders/add-lender";
import { changeLender } from "@/lib/parties/lenders/change-lender";
import { removeProduct, saveProduct } from "@/lib/parties/lenders/change-product";
import { pauseLender, resumeLender } from "@/lib/parties/lenders/pause-lender";
import { findLender } from "@/lib/parties/lenders/queries";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import { changeLenderBody, lenderBody, lenderProduct, railBody } from "@/lib/parties/lenders/schema";
import { archiveLender } from "@/lib/surfaces/console/parties/archive-lender";
import { requireLimits } from "@/lib/surfaces/console/parties/read-lender";
import {
  limitsChangeTyped,
  limitsOfTyped,
  newLenderTyped,
  productOfTyped,
  productTyped,
} from "@/lib/surfaces/console/parties/schema";
import { nairaOf } from "@/lib/terms/typed-amounts";

const lenderId = foreignId(64);

export const createLender = operatorAction({
  ...({ name: "createLender", permission: "manage", input: newLenderTyped } as const),
  work: async ({ operator, environment, input, realNow }) => {
    const typed = {
      ...{ environment, name: input.name, products: [productOfTyped(input)] },
      minimumPrincipal: nairaOf(input.minimumPrincipal),
      maximumPrincipal: nairaOf(input.maximumPrincipal),
      minimumDeduction: nairaOf(input.minimumDeduction),
    };
    const id = await addLender({ operator, input: validate(lenderBody, typed, "form"), realNow });
    return { address: `/ops/${environment}/lenders/${id}` };
  },
});

export const changeLimits = ofLender("changeLenderLimits", limitsChangeTyped, async (call) => {
  const { lenderId, seen, ...typed } = call.input;
  await requireLimits(lenderId, seen, call.realNow);
  const input = validate(changeLenderBody, limitsOfTyped(typed), "form");
  return changeLender({ ...call, lenderId, input });
});

export const changeProduct = ofLender("changeLenderProduct", productTyped.extend({ lenderId }), (call) => {
  const input = validate(lenderProduct, productOfTyped(call.input), "form");
  return saveProduct({ ...call, lenderId: call.input.lenderId, input });
});

const productKey = z.object({
  lenderId,
  riskTier: lenderProduct.shape.riskTier,
  tenorDays: z.int(),
});
export const deleteProduct = ofLender("deleteLenderProduct", productKey, (call) =>
  removeProduct({ ...call, lenderId: call.input.lenderId }),
);

const reasoned = z.object({ lenderId, reason: text(500) });
export const pause = ofLender("pauseLender", reasoned, (call) => pauseLender({ ...call, ...call.input }));
export const resume = ofLender("resumeLender", reasoned, (call) => resumeLender({ ...call, ...call.input }));
export const archive = ofLender("archiveLender", z.object({ lenderId }), (call) =>
  archiveLender({ ...call, lenderId: call.input.lenderId }),
);

export const setRail = ofLender("proposeRail", railBody.omit({ columns: true }).extend({ lenderId }), async (call) => {
  const { lenderId, ...input } = call.input;
  // Columns are not typed here: those that its bank wants stay.
  const columns = input.kind === "BY_HAND" ? (await findActiveRail(lenderId))?.columns : null;
  return proposeRail({ ...call, lenderId, input: { ...input, ...(columns && { columns }) } });
});
export const endRail = ofLender("proposeRailEnd", reasoned, (call) =>
  proposeRailEnd({ ...call, lenderId: call.input.lenderId, input: call.input }),
);
export const addAccount = ofLender("proposeLenderAccount", lenderAccountBody.extend({ lenderId }), (call) => {
  const { lenderId, ...input } = call.input;
  return proposeAccount({ ...call, lenderId, input });
});
export const endAccount = ofLender("proposeLenderAccountEnd", reasoned.extend({ accountId: foreignId(64) }), (call) =>
  proposeAccountEnd({ ...call, ...call.input, input: call.input }),
);

type Call<Input> = { operator: Operator; input: Input; realNow: RealTime };

/** Done to a lender of the environment that is looked at. What the verb answers stays here. */
function ofLender<S extends z.ZodType<{ lenderId: string }>>(
  name: string,
  input: S,
  work: (call: Call<z.output<S>>) => Promise<unknown>,
) {
  return operatorAction({
    ...({ name, permission: "manage", input } as const),
    work: async ({ environment, ...call }) => {
      await requireIn(environment, call.input.lenderId);
      await work(call);
    },
  });
}

async function requireIn(environment: Environment, lenderId: string): Promise<void> {
  if ((await findLender(lenderId))?.environment !== environment) throw notFound("lender");
}
