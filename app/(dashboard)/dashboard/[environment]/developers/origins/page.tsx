import Link from "next/link";
import { staffAt } from "@/app/(dashboard)/staff";
import { DeveloperTabs } from "@/components/dashboard/developers/developer-tabs";
import { OriginDialog } from "@/components/dashboard/dialogs";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { readOrigins } from "@/lib/surfaces/journey/read-origins";
import { addOrigin, removeOrigin } from "./actions";

export const metadata = { title: "Embedding origins" };

export default async function Origins({ params }: PageProps<"/dashboard/[environment]/developers/origins">) {
  const { actor, environment, may } = await staffAt(params);
  const origins = (await readOrigins(actor.tenant))[environment];
  const mayChange = may("change");
  const columns: Column<string>[] = [
    { key: "origin", header: "Origin", cell: (origin) => <code className="wrap-anywhere">{origin}</code> },
    {
      key: "act",
      header: <span className="sr-only">Actions</span>,
      align: "end",
      cell: (origin) =>
        mayChange && (
          <ConfirmDialog
            trigger="Remove"
            look="quiet"
            title={`Remove ${origin}?`}
            body="The journey opens in no page of this origin any more. Journeys that are open stay so."
            confirm="Remove it"
            danger
            act={removeOrigin.bind(null, environment, { origin })}
            said={`${origin} is removed.`}
          />
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Keys and origins"
        lead={`Pages of yours that may open the journey, with ${environment} data.`}
      />
      <DeveloperTabs environment={environment} current="origins" />
      <Card
        title="Embedding origins"
        aside={
          mayChange && (
            <OriginDialog
              trigger="Add an origin"
              look="primary"
              given={{ environment, add: addOrigin.bind(null, environment) }}
            />
          )
        }
      >
        <p className="max-w-prose text-sm text-muted">
          Browsers show the journey inside pages of these origins and no others. A change holds for the next page that
          opens it.{" "}
          {environment === "test" && (
            <Link href="/dashboard/test/getting-started" prefetch={false} className={linkLook}>
              See it in a page
            </Link>
          )}
        </p>
        <DataTable
          caption="Embedding origins"
          columns={columns}
          rows={origins}
          keyOf={(origin) => origin}
          empty={
            <EmptyState title="No origins yet">
              Add the origin of the page that opens the journey, such as{" "}
              <code>{environment === "live" ? "https://shop.example" : "http://localhost:8080"}</code>.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
