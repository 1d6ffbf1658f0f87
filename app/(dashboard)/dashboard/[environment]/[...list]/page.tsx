import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ListPage } from "@/app/(dashboard)/list-page";
import { staffAt } from "@/app/(dashboard)/staff";
import { listAt } from "@/lib/surfaces/dashboard/lists";

export async function generateMetadata({ params }: PageProps<"/dashboard/[environment]/[...list]">): Promise<Metadata> {
  return { title: listAt((await params).list.join("/"))?.title ?? "Not found" };
}

/** The page of each list that has none of its own. Whoever mistypes an address of the dashboard stays in it. */
export default async function Listed({ params, searchParams }: PageProps<"/dashboard/[environment]/[...list]">) {
  const { environment, list: path } = await params;
  const list = listAt(path.join("/"));
  if (!list) notFound();
  return <ListPage list={list} staff={await staffAt(Promise.resolve({ environment }))} asked={await searchParams} />;
}
