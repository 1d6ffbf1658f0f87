import { redirect } from "next/navigation";
import { operatorAt } from "@/app/ops/operator";

/** The search of everything is for callers and their loans. */
export default async function Search({ params, searchParams }: PageProps<"/ops/[environment]/search">) {
  const { environment } = await operatorAt(params);
  const { q } = await searchParams;
  redirect(`/ops/${environment}/loans${typeof q === "string" ? `?${new URLSearchParams({ q })}` : ""}`);
}
