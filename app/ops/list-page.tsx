import type { ReactNode } from "react";
import { ListView } from "@/app/list-view";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import type { List } from "@/lib/surfaces/lists/list";
import type { OperatorAt } from "./operator";

type Props = {
  list: List<ConsoleScope>;
  at: OperatorAt;
  asked: Record<string, unknown>;
  actions?: ReactNode;
  above?: ReactNode;
  /** How many a page has. */
  rows?: number;
};

/** The page of a list of the console. */
export async function ConsoleListPage({ list, at, asked, rows, ...its }: Props) {
  const page = await list.open(at, asked, at.now, rows);
  return <ListView list={list} page={page} base={`/ops/${at.environment}`} {...its} />;
}
