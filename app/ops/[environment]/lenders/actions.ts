"use server";

import { z } from "zod";
import { actionsOn, operatorAction } from "@/lib/edge/http/actions/operator-action";
import { validate } from "@/lib/edge/http/body";
import { foreignId } from "@/lib/kernel/validation";
import { proposeAccount, proposeAccountEnd } from "@/lib/lending/proposals/propose-account";
import { proposeRail, proposeRailEnd } from "@/lib/lending/proposals/propose-rail";
import { lenderAccountBody } from "@/lib/parties/lenders/accounts/schema";
import { addLender } from "@/lib/parties/lenders/add-lender";
import { changeLender } from "@/lib/parties/lenders/change-lender";
import { removeProduct, saveProduct } from "@/lib/parties/lenders/change-product";
import { pauseLender, resumeLender } from "@/lib/parties/lenders/pause-lender";
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
  reasonTyped,
} from "@/lib/surfaces/console/parties/schema";
import { requireLenderAt } from "@/lib/surfaces/console/treasury/in-environment";
import { nairaOf } from "@/lib/terms/typed-amounts";

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

const onLender = actionsOn("manage", "lenderId", requireLenderAt);

export const changeLimits = onLender("changeLenderLimits", limitsChangeTyped, async (call) => {
  const { seen, ...typed } = call.input;
  await requireLimits(call.lenderId, seen, call.realNow);
  return changeLender({ ...call, input: validate(changeLenderBody, limitsOfTyped(typed), "form") });
});

export const changeProduct = onLender("changeLenderProduct", productTyped, (call) =>
  saveProduct({ ...call, input: validate(lenderProduct, productOfTyped(call.input), "form") }),
);
const productKey = z.object({ riskTier: lenderProduct.shape.riskTier, tenorDays: z.int() });
export const deleteProduct = onLender("deleteLenderProduct", productKey, removeProduct);

export const pause = onLender("pauseLender", reasonTyped, (call) => pauseLender({ ...call, ...call.input }));
export const resume = onLender("resumeLender", reasonTyped, (call) => resumeLender({ ...call, ...call.input }));
export const archive = onLender("archiveLender", z.object(), archiveLender);

export const setRail = onLender("proposeRail", railBody.omit({ columns: true }), async (call) => {
  const { lenderId, input } = call;
  // Columns are not typed here: those that its bank wants stay.
  const columns = input.kind === "BY_HAND" ? (await findActiveRail(lenderId))?.columns : null;
  return proposeRail({ ...call, input: { ...input, ...(columns && { columns }) } });
});
export const endRail = onLender("proposeRailEnd", reasonTyped, proposeRailEnd);
export const addAccount = onLender("proposeLenderAccount", lenderAccountBody, proposeAccount);
export const endAccount = onLender(
  "proposeLenderAccountEnd",
  reasonTyped.extend({ accountId: foreignId(64) }),
  ({ input: { accountId, ...input }, ...call }) => proposeAccountEnd({ ...call, accountId, input }),
);
