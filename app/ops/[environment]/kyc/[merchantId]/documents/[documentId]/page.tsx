import { notFound } from "next/navigation";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { Paper } from "@/components/ops/kyc/paper";
import { PageHeader } from "@/components/ui/page-header";
import { readCase } from "@/lib/surfaces/console/kyc/read-case";
import { watermarkOf, watermarkSheet } from "@/lib/surfaces/console/kyc/watermark";

export const metadata = { title: "Document" };

export default async function Document({
  params,
}: PageProps<"/ops/[environment]/kyc/[merchantId]/documents/[documentId]">) {
  const { operator, environment, realNow, may } = await operatorAt(params);
  const { merchantId, documentId } = await params;
  if (!may("review")) notFound();
  const { subject, documents } = await orNotFound(readCase({ operator, environment, merchantId, realNow }));
  const document = documents.find(({ id }) => id === documentId);
  if (!document) notFound();
  const at = `/ops/${environment}/kyc/${merchantId}`;
  return (
    <>
      <PageHeader title={document.title} back={{ href: at, label: subject.businessName }} />
      <Paper at={at} document={document} sheet={watermarkSheet(watermarkOf(operator.name, realNow))} large />
    </>
  );
}
