import { download, recall, release } from "@/app/ops/[environment]/treasury/batches/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { OpenProposals } from "@/components/ops/proposals/open-proposals";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import { DownloadBatch } from "@/components/ops/treasury/download-batch";
import { proposed } from "@/components/ops/treasury/proposed";
import { LabelBadge } from "@/components/staff/label-badge";
import { ListTable } from "@/components/staff/list-table";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { nairaText, toKobo } from "@/lib/kernel/money";
import { listProposalsAt } from "@/lib/surfaces/console/proposals/list-proposals";
import { readBatchAt } from "@/lib/surfaces/console/treasury/read-batch";
import { batchLinesTable } from "@/lib/surfaces/console/treasury/tables";
import { batchKindNames, batchLabels } from "@/lib/terms/console/treasury-words";

export const metadata = { title: "Batch" };

export default async function BatchPage({ params }: PageProps<"/ops/[environment]/treasury/batches/[batchId]">) {
  const at = await operatorAt(params);
  const { environment } = at;
  const { batchId } = await params;
  const batch = await orNotFound(readBatchAt(at, batchId));
  const open = await listProposalsAt(at, { q: batchId, limit: 5 });
  const { state, orders, total, lines } = batch;
  const base = `/ops/${environment}`;
  const pay = at.may("pay");
  return (
    <>
      <PageHeader
        title={`${batch.lender}, batch ${batch.number}`}
        state={<LabelBadge of={batchLabels[state]} />}
        back={{ href: `${base}/treasury/batches`, label: "Batches" }}
        actions={
          pay && (
            <>
              {state === "MADE" && (
                <ConfirmDialog
                  trigger="Release"
                  look="primary"
                  title="Release this batch"
                  body={`${orders} orders of ${nairaText(total)} together may then be entered at the bank.`}
                  confirm="Release the batch"
                  act={release.bind(null, environment, { batchId })}
                  said="Released: it can be downloaded and entered at the bank."
                />
              )}
              {state === "RELEASED" && <DownloadBatch send={download.bind(null, environment, { batchId })} />}
              {state !== "RECALLED" && (
                <ReasonDialog
                  trigger="Recall"
                  title="Recall this batch"
                  label="Why was nothing of it entered?"
                  hint="For whoever decides."
                  button="Propose"
                  about={{ batchId }}
                  act={recall.bind(null, environment)}
                  said={proposed}
                />
              )}
            </>
          )
        }
      />
      <OpenProposals base={base} proposals={open.rows} />
      <Card title={batchKindNames[batch.kind]}>
        <Facts
          items={[
            ["Orders", orders],
            ["Total", <Money key="" kobo={toKobo(total)} />],
            ["Carried out", batch.confirmed],
            ["Ended unpaid", batch.refused],
            ["Made by", <By key="" who={batch.made} at={batch.madeAt} />],
            [
              "Released by",
              batch.released && batch.releasedAt && <By key="" who={batch.released} at={batch.releasedAt} />,
            ],
            ["Downloads", batch.downloads],
            ["Last download", batch.downloadedAt && <Moment key="" at={batch.downloadedAt} />],
            ["Recalled", batch.recalledAt && <Moment key="" at={batch.recalledAt} />],
            [
              "SHA-256 of the file",
              <code key="" className="text-xs">
                {batch.sha256}
              </code>,
            ],
          ]}
        />
      </Card>
      <ListTable base={base} table={batchLinesTable(lines, at.now)} />
    </>
  );
}

function By({ who, at }: { who: string; at: string }) {
  return (
    <>
      {who}, <Moment at={at} />
    </>
  );
}
