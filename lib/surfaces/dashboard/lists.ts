import type { List } from "@/lib/surfaces/lists/list";
import { breakList } from "./breaks-list";
import { deliveryList } from "./deliveries-list";
import { fundingList } from "./funding-list";
import { loanList } from "./loans-list";
import { merchantList } from "./merchant-list";
import { requestList } from "./requests-list";
import { settlementList } from "./settlements-list";

/** The lists of the dashboard, in the order of its navigation: each has a page, a file, a place and tests by being here. */
export const lists: readonly List[] = [
  merchantList,
  fundingList,
  loanList,
  settlementList,
  breakList,
  deliveryList,
  requestList,
];

export function listAt(path: string): List | undefined {
  return lists.find((list) => list.path === path);
}
